/**
 * Groups of first names of which one may stand for another: short forms, spellings and nicknames. In
 * lower-case plain letters; a name can be in several groups.
 */
export const SHORT_FORMS = `
  abraham abe bram; albert al bert; aleksandar alex aca sasa; alexander alex xander zander sasha lex;
  alexandre alex; alexei alexey aleksei aleksey alex; alfred alf fred freddie freddy; andrei andrey; andrew
  andy drew; anthony tony ant; anton tony; antonio tony toni; artem artyom; artemi artemy; arthur art;
  augustus august gus; bartholomew bart; benjamin ben benji benny; bernard bernie; bogdan boki; bojan boki;
  bradford brad; bradley brad; brandon bran; brian bryan; calvin cal; cameron cam; carlton carl bub; cedric
  ced; charles charlie charley chuck chas; christian chris; christopher chris kit topher; clifford cliff;
  clinton clint; daniel dan danny dani; danil daniil; david dave davey; demetrius meech; dennis denny;
  dmitri dmitry dimitri; dominic dominick dom nick; donald don donnie donny; dontavius tay; douglas doug;
  dwayne dewayne duane; edmund ed ned; edrice bam; edward ed eddie eddy ted teddy ned; emmanuel manny manu;
  enrique kike; eugene gene; evgeni evgeny evgenii yevgeni; ezekiel zeke; ezequiel zeke; fernando nando;
  francis frank frankie fran; francisco frank paco pancho; franklin frank; frederick fred freddie freddy;
  gabriel gabe; geoffrey jeffrey jeff geoff; gerald gerry jerry; gerard gerry; giovanni gio; gregory greg
  gregg; guillermo memo; harold hal harry; harrison harry; henry hank harry; herbert herb herbie; ignacio
  nacho; ignas iggy; irving irv; isaac ike; isaiah izzy zay; jacob jake jakob; james jim jimmy jamie; jason
  jay; jeremiah jeremy jerry; jerome jerry; jesse jess; john johnny jack jon; jonathan johnathan jonathon
  johnathon jon john johnny; jordan jordy; jose pepe; joseph joe joey jojo; joshua josh; joshuah josh;
  julius jules; kendrick ken kenny; kenneth ken kenny; kenyon kj; kevin kev kc; kristaps kris; lawrence
  larry laurence; leonard len lenny leo; leonardo leo; leroy roy; lewis lou louis louie; lucas luke lukas
  luc; luguentz lu; manuel manny manu; marcus mark marc; marquise marquis hollywood; martin marty; matthew
  matt mathew matty; matthias matt mattias mathias; maurice mo moe; maxim max maksim maxime; maximilian max
  maxi; maxwell max; michael mike mikey mick mickey; mikhail misha; miles deuce; mitchell mitch mitchel;
  mohamed mo mohammed muhammad; montgomery monty; moritz moe mo; nahshon bones; nathan nate nat; nathaniel
  nate nathanael nat tank; nicholas nick nicolas nic nicky nico nikolas nicklas; nicolo nico; nikita nik;
  nikola nik niko; nikolai nikolay nick; obadiah obi; octavius tay; oliver ollie olli; oscar oskar; patrick
  pat patty paddy; peter pete petr; phillip philip phil philippe; quentin quenton quinton quinn q; rafael
  rafa rafi; ramon ray; randall randy; randolph randy; raymond ray; reginald reggie reg; ricardo rick ricky;
  richard rich rick ricky richie dick; robert rob bob bobby robbie robby bert; roberto rob; roderick rod;
  rodney rod; rodrigo rod; ronald ron ronnie ronny; rudolph rudy; russell russ rusty; salvador sal;
  salvatore sal; samson sam; samuel sam sammy; santiago santi; scott scotty scottie; sebastian seb bastian;
  sergei sergey; shaquem shaq; shaquille shaq; solomon sol; stanley stan; stefan stephan stefen; stephen
  steven steve stevie; sterling scoot; sviatoslav svi slava; sylvester sly; tavares tay; terrance terrence
  terence terry; theodore ted teddy theo; thomas tom tommy tomas; timothy tim timmy timo; tobias toby;
  travis trav; tremaine trey tre; trevor trev; tristan tris; tyler ty; tyrell ty; tyrone ty; valentin val;
  valeri valery val; vasilije vasa; viacheslav slava; victor vic viktor; vincent vince vinny vinnie;
  vladimir vlad vladislav; vyacheslav slava; walter walt wally; wesley wes; wilfred will fred; william will
  bill billy willie willy liam; willis will; yaroslav yaro; yegor egor; yuri yury iouri; zaccharie zac zach;
  zachariah zach zack zac zak; zachary zach zack zac zak zachery zackary
`;
