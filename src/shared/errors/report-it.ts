/** The end of a message about a failure that the user can neither cause nor avoid. */
export const REPORT_IT = "Your request is not the cause. Please report it.";
