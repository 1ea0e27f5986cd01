throw new Error("no worker starts from this file");
