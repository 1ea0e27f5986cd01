const HUES: Readonly<Record<string, number>> = {
  QB: 350,
  RB: 155,
  WR: 212,
  TE: 65,
  DST: 300,
  D: 300,
  DEF: 300,
  K: 30,
  PG: 350,
  SG: 155,
  SF: 212,
  PF: 65,
  C: 300,
  G: 30,
  F: 190,
  W: 155,
  P: 350,
  SP: 350,
  RP: 350,
  "1B": 155,
  "2B": 212,
  "3B": 65,
  SS: 30,
  OF: 190,
  CPT: 30,
};

function hueOf(position: string): number {
  return HUES[position.split("/")[0]!] ?? 230;
}

/** The style sheet has a class for every five degrees of hue. */
export function hueClass(position: string): string {
  return `hue-${hueOf(position)}`;
}

export function Tag({ position }: { readonly position: string }) {
  return <span class={`tag ${hueClass(position)}`}>{position}</span>;
}
