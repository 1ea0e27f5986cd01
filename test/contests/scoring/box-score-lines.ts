import { cellsOf, numbersOf } from "../../support/text-table.ts";

/** Stats of one performance, as scoring tables name them. */
export type Stats = Readonly<Record<string, number>>;

/**
 * Player and date, the stats of the league's published box score (NBA, NFL, NHL), and each book's points for
 * the line. Stats that the box score lacks are omitted.
 */
export type Line = readonly [game: string, position: string, stats: Stats, bookA: number, bookB: number];

const linesOf = (text: string) =>
  cellsOf(text).map(
    ([game, position, stats, bookA, bookB]): Line => [
      ...([game!, position!, numbersOf(stats!)] as const),
      ...([Number(bookA), Number(bookB)] as const),
    ],
  );

export const basketball = linesOf(`
Kobe Bryant, TOR at LAL, 2006-01-22 | SG | points 81, threePointFieldGoalsMade 7, reboundsTotal 6, assists 2, steals 3, blockedShots 1, turnovers 3 | 101.5 | 100.2
Kobe Bryant, UTA at LAL, 2016-04-13 | SF | points 60, threePointFieldGoalsMade 6, reboundsTotal 4, assists 4, steals 1, blockedShots 1, turnovers 2 | 77 | 74.8
James Harden, NYK at HOU, 2016-12-31 | PG | points 53, threePointFieldGoalsMade 9, reboundsTotal 16, assists 17, turnovers 8 | 103.5 | 89.7
LeBron James, CLE at GSW, 2018-05-31 | SF | points 51, threePointFieldGoalsMade 3, reboundsTotal 8, assists 8, steals 1, blockedShots 1, turnovers 5 | 76 | 73.6
Michael Jordan, CHI at UTA, 1997-06-11 | SG | points 38, threePointFieldGoalsMade 2, reboundsTotal 7, assists 5, steals 3, blockedShots 1, turnovers 3 | 61.75 | 62.9
Michael Jordan, CHI at CLE, 1990-03-28 | SG | points 69, threePointFieldGoalsMade 2, reboundsTotal 18, assists 6, steals 4, blockedShots 1, turnovers 2 | 112 | 112.6
Stephen Curry, GSW at NYK, 2013-02-27 | PG | points 54, threePointFieldGoalsMade 11, reboundsTotal 6, assists 7, steals 3, turnovers 4 | 81.5 | 76.7
Luka Doncic, NYK at DAL, 2022-12-27 | PG | points 60, threePointFieldGoalsMade 2, reboundsTotal 21, assists 10, steals 2, blockedShots 1, turnovers 4 | 110.75 | 105.2
Devin Booker, PHX at BOS, 2017-03-24 | SG | points 70, threePointFieldGoalsMade 4, reboundsTotal 8, assists 6, steals 3, blockedShots 1, turnovers 5 | 96.5 | 95.6
Donovan Mitchell, CHI at CLE, 2023-01-02 | SG | points 71, threePointFieldGoalsMade 7, reboundsTotal 8, assists 11 | 102.5 | 97.1
Damian Lillard, HOU at POR, 2023-02-26 | PG | points 71, threePointFieldGoalsMade 13, reboundsTotal 6, assists 6 | 94 | 87.2
Hakeem Olajuwon, MIL at HOU, 1990-03-29 | C | points 18, reboundsTotal 16, assists 10, steals 1, blockedShots 11 | 81.5 | 88.2
`);

export const football = linesOf(`
Peyton Manning, BAL at DEN, 2013-09-05 | QB | passingYards 462, passingTouchdowns 7, passingInterceptions 0 | 49.48 | 46.48
Nick Foles, PHI at OAK, 2013-11-03 | QB | passingYards 406, passingTouchdowns 7, passingInterceptions 0 | 47.24 | 44.24
Tom Brady, NE against ATL, 2017-02-05 | QB | passingYards 466, passingTouchdowns 2, passingInterceptions 1, passingTwoPointConversions 1, rushingYards 15 | 32.14 | 29.14
Matt Ryan, ATL against NE, 2017-02-05 | QB | passingYards 284, passingTouchdowns 2, passingInterceptions 0, fumblesLost 1 | 18.36 | 17.36
James White, NE against ATL, 2017-02-05 | RB | rushingYards 29, rushingTouchdowns 2, rushingTwoPointConversions 1, receivingReceptions 14, receivingYards 110, receivingTouchdowns 1 | 50.9 | 40.9
Danny Amendola, NE against ATL, 2017-02-05 | WR | receivingReceptions 8, receivingYards 78, receivingTouchdowns 1, receivingTwoPointConversions 1 | 23.8 | 19.8
Devin Hester, DEN at CHI, 2007-11-25 | WR | puntReturnsTouchdowns 1, kickReturnsTouchdowns 1 | 12 | 12
Dave Casper, OAK at SD, 1978-09-10 | TE | ownFumbleRecoveryTouchdowns 1 | 6 | 6
Adrian Peterson, SD at MIN, 2007-11-04 | RB | rushingYards 296, rushingTouchdowns 3 | 50.6 | 47.6
Derrick Henry, JAX at TEN, 2018-12-06 | RB | rushingYards 238, rushingTouchdowns 4 | 50.8 | 47.8
Alvin Kamara, MIN at NO, 2020-12-25 | RB | rushingYards 155, rushingTouchdowns 6, receivingReceptions 3, receivingYards 17, receivingTouchdowns 0 | 59.2 | 54.7
Jamaal Charles, KC at OAK, 2013-12-15 | RB | rushingYards 20, rushingTouchdowns 1, receivingReceptions 8, receivingYards 195, receivingTouchdowns 4 | 62.5 | 55.5
Calvin Johnson, DAL at DET, 2013-10-27 | WR | receivingReceptions 14, receivingYards 329, receivingTouchdowns 1 | 55.9 | 45.9
Tyreek Hill, KC at TB, 2020-11-29 | WR | receivingReceptions 13, receivingYards 269, receivingTouchdowns 3 | 60.9 | 51.4
Julio Jones, CAR at ATL, 2016-10-02 | WR | receivingReceptions 12, receivingYards 300, receivingTouchdowns 1 | 51 | 42
Rob Bironas, TEN at HOU, 2007-10-21 | K | fieldGoalsMade 8, fieldGoalsMade0To39 6, fieldGoalsMade40To49 1, fieldGoalsMade50Plus 1, extraPointsMade 2 | 29 | 29
Seattle against DEN, 2014-02-02 | DST | defenseSacks 1, defenseInterceptions 2, defenseFumbleRecoveries 2, defenseSafeties 1, defenseReturnTouchdowns 1, kickReturnsTouchdowns 1, pointsAllowed 8 | 27 | 27
Denver at NO, 2016-11-13 | DST | specialTeamsBlocks 1, defenseConversions 1, pointsAllowed 23 | 4 | 4
`);

export const hockey = linesOf(`
Darryl Sittler, BOS at TOR, 1976-02-07 | C | goals 6, assists 4 | 77 | 104
Mario Lemieux, NJ at PIT, 1988-12-31 | C | goals 5, assists 3, powerPlayGoals 1, shortHandedGoals 1 | 65.5 | 86.5
Sam Gagner, CHI at EDM, 2012-02-02 | C | goals 4, assists 4 | 60 | 80
Patrik Laine, WPG at STL, 2018-11-24 | RW | goals 5, assists 0, shotsOnGoal 5 | 59 | 68
Ian Turnbull, DET at TOR, 1977-02-02 | D | goals 5, shotsOnGoal 5 | 59 | 68
Tage Thompson, BUF at CBJ, 2022-12-07 | C | goals 5, assists 1 | 53.5 | 68
Auston Matthews, TOR at OTT, 2016-10-12 | C | goals 4, assists 0 | 40 | 48
Ben Scrivens, SJ at EDM, 2014-01-29 | G | wins 1, saves 59, goalsAgainst 0, shutouts 1 | 54.3 | 67.2
Mike Smith, PHX at CBJ, 2012-04-03 | G | wins 1, saves 54, goalsAgainst 0, shutouts 1 | 50.8 | 63.2
Martin Brodeur, NJ at PIT, 2009-12-21 | G | wins 1, saves 35, goalsAgainst 0, shutouts 1 | 37.5 | 48
Ron Tugnutt, QUE at BOS, 1991-03-21 | G | wins 0, saves 70, goalsAgainst 3, shutouts 0 | 41.5 | 44
Olaf Kolzig, WSH at NYR, 2005-11-26 | G | wins 0, overtimeLosses 1, goalsAgainst 2 | -5 | -8
Marek Malik, WSH at NYR, 2005-11-26 | D | shootoutGoals 1 | 1.5 | 0
Kris Russell, CGY at BOS, 2015-03-05 | D | blockedShots 15 | 22.5 | 24
`);
