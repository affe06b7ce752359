package replay

import (
	"math"
	"strconv"
	"strings"
)

var malformedForm = map[string][]string{
	"unknown statement":   {"◆bogus", "\n\n  \t◆Spawn a", head + "◆despwan a", "◆SPAWN a", "◆-", "tick\n◆=>1"},
	"column in runes":     {"  ◆é", "tick # é\n◆é é", "\t\t◆x", "component C ◆é"},
	"byte order mark":     {"\uFEFF◆x", "\uFEFFtick ◆x", "tick\n◆\uFEFFtick", "◆x\uFEFF"},
	"lone CR":             {"tick ◆\r", "tick\r\n◆\r\r\n", "◆tick\r", "◆tick\rtick\n", "tick\r\ntick ◆\r\r\n"},
	"other blanks":        {"◆tick\u00a03", "◆tick\f", "◆\x00tick", "◆tick\v3"},
	"comment in a word":   {"spawn ◆.a#b", "run◆#x", "spawn a\nread a◆# C", "world ◆ring=#3"},
	"not UTF-8":           {"tick ◆\xff", "tick ◆3\xff", "# caf◆\xe9", "◆\xc3", "tick # é ◆\xe2\x82", "◆x \xff", "tick\n◆\xed\xa0\x80"},
	"line too long":       {"tick\n◆" + strings.Repeat(" ", 65537), "◆#" + strings.Repeat("x", 65536), "◆tick" + strings.Repeat(" ", 65533) + "\r\n"},
	"long word in error":  {"◆" + strings.Repeat("x", 5000)},
	"missing words":       {"run◆", "run◆   # x", "mark◆", "save◆", "load◆", "repeat◆", "world◆", "component◆", "spawn◆", "despawn◆", "read◆", "alive◆", "query◆", "count◆", "sum◆", "each◆", "fail◆", "has◆", "was◆", "add◆"},
	"words too many":      {"tick 1 ◆2", "measure ◆x", "mark m ◆n", "run s ◆t", "repeat 2 ◆3", "run s\nend ◆s", head + "despawn a ◆C", head + "clear C ◆P", head + "clear created ◆C", head + "clear added C ◆P", head + "load s ◆s", head + "read a C ◆P", head + "alive a ◆b.0", head + "update a C=1 ◆P=1,2"},
	"first error of file": {"◆bogus\nrun x", "run x\n◆bogus"},
}

var malformedHeader = map[string][]string{
	"world key":           {"world ◆rings=3", "world ◆ring", "world ◆=3", "world ring=3 ◆x", "world ◆Ring=3"},
	"world key twice":     {"world ring=3 ◆ring=3", "world ring=3\nworld clock=1 ◆ring=4", "world created=on\ncomponent C\nworld ◆created=on"},
	"ring":                {"world ◆ring=0", "world ◆ring=256", "world ◆ring=+3", "world ◆ring=", "world ◆ring=1.0", "world ◆ring=99999999999999999999"},
	"created":             {"world ◆created=yes", "world ◆created=ON", "world ◆created="},
	"overflow":            {"world ◆overflow=cut"},
	"clock":               {"world ◆clock=4294967296", "world ◆clock=-1"},
	"seed":                {"world ◆seed=18446744073709551616", "world ◆seed=-1", "world ◆seed=0x1"},
	"header first":        {"tick\n◆world ring=3", "spawn a\n◆component C", "measure\n◆component C", "repeat 2\n◆component C\nend"},
	"component's name":    {"component ◆9x", "component ◆.x", "component ◆a=b", "component ◆x(", "component ◆é", "component ◆-x"},
	"component twice":     {"component C\ncomponent P\ncomponent ◆C sparse"},
	"component's options": {"component C ◆dense", "component C ◆fields", "component C ◆fields:3", "component C ◆Sparse", "component C ◆table=1"},
	"option twice":        {"component C table ◆sparse", "component C sparse ◆sparse", "component C fields=1 table ◆fields=1", "component C track=all ◆track=all"},
	"fields":              {"component C ◆fields=65", "component C ◆fields=-1", "component C ◆fields="},
	"track":               {"component C ◆track=", "component C ◆track=created", "component C ◆track=all,added", "component C ◆track=added,added", "component C ◆track=added,", "component C ◆track=none,removed"},
	"257 components":      {numbered("component C%\n", 256) + "component ◆D"},
}

var malformedStatements = map[string][]string{
	"label's name":       {"spawn ◆1", "spawn ◆a.b", "spawn ◆é", "spawn ◆*3", "spawn ◆-", "spawn ◆a%5"},
	"spawn's N":          {"spawn ◆a*0", "spawn ◆a*16777217", "spawn ◆a+0", "spawn ◆a+", "spawn ◆a*x", "spawn ◆a*3+3", "spawn ◆a*-3", "spawn ◆a+99999999999999999999"},
	"unknown component":  {"spawn a ◆C", "component C\nspawn a C ◆D", head + "add a ◆c", head + "set a ◆X=1", head + "count ◆All(C,X)", head + "read a ◆my.own", head + "clear ◆X", head + "clear added ◆X", head + "count All(C) ◆All()", head + "was a added ◆X @m"},
	"component twice":    {head + "spawn d C ◆C", head + "set a C=1 P=1,2 ◆C=1", head + "add c C T ◆C", head + "remove a P ◆P", head + "mut a C ◆C", head + "ref a C P ◆C=3", head + "each All(C,C) mut C ◆C"},
	"number of values":   {head + "spawn d ◆P=1", head + "set a ◆P=1,2,3", head + "mut a ◆C=1,2", head + "update a ◆P=1", head + "ref a C=1 ◆P=", head + "set a ◆T=", head + "set a ◆T=1"},
	"value":              {head + "set a ◆C=.5", head + "set a ◆C=1.", head + "set a ◆C=1E5", head + "set a ◆C=0x10", head + "set a ◆C=inf", head + "set a ◆C=NaN", head + "set a ◆C=1e", head + "set a ◆C=1e+", head + "set a ◆C=1_0", head + "set a ◆C=1e309", head + "set a ◆C=-1e400", head + "set a ◆C=--1", head + "set a ◆C=", head + "set a ◆P=1,", head + "set a ◆P=,1", head + "set a ◆C=1f"},
	"values forbidden":   {head + "add a ◆C=1", head + "remove a C ◆P=1,2", head + "add a ◆T="},
	"values required":    {head + "update a ◆C", head + "update a◆"},
	"list empty":         {head + "add a◆", head + "set a◆  ", head + "remove a◆ # C", head + "mut a◆", head + "ref a◆"},
	"tags":               {head + "mut a ◆T", head + "update a ◆T=1", head + "ref a C ◆T", head + "read a ◆T", head + "sum All(T) of ◆T", head + "each All(C,T) mut C ◆T"},
	"each":               {head + "each ◆mut C", head + "each All(C)◆", head + "each All(C) mut◆", head + "each All(C) mut ◆P", head + "each Any(C) mut ◆C", head + "each Or(All(C)) mut ◆C", head + "each AllChanged(C)@m mut ◆C", head + "each All(C) ◆mit C", head + "each All(C) mut ◆=>"},
	"sum":                {head + "sum All(C)◆", head + "sum ◆of C", head + "sum All(C) of◆", head + "sum All(C) of ◆P", head + "sum None(C) of ◆C", head + "sum All(C) ◆=> 3"},
	"unknown label":      {"despawn ◆a", "spawn a\ndespawn a\nalive ◆b", head + "has ◆d C", "alive ◆a\nspawn a"},
	"reference":          {head + "despawn ◆3", head + "despawn ◆b.", head + "despawn ◆b.x", head + "despawn ◆b.1-", head + "despawn ◆b.-1", head + "despawn ◆b.1-2-3", head + "despawn ◆b.5-4", head + "despawn ◆.3", head + "despawn ◆b.**", head + "despawn ◆b.+1", head + "despawn ◆b*3"},
	"sample":             {head + "despawn ◆b%0", head + "despawn ◆b%101", head + "despawn ◆b%", head + "despawn ◆b%5.5", head + "despawn ◆b%x"},
	"single and batch":   {head + "despawn ◆b", head + "despawn ◆a.0", head + "despawn ◆a.*", head + "despawn ◆a%5", head + "read ◆b C"},
	"range":              {head + "despawn ◆b.10", head + "despawn ◆b.5-10", head + "despawn ◆b.99999999999999999999", head + "spawn b+5\ndespawn ◆b.15", "repeat 3\nspawn a+10\nend\ndespawn ◆a.30", "repeat 3\nrepeat 2\nspawn a+10\nend\nend\ndespawn ◆a.60", "repeat 9\nspawn a*10\nend\ndespawn ◆a.10", "spawn a*10\nrepeat 9\ndespawn ◆a.10\nspawn a+10\nend"},
	"single only":        {head + "read ◆b.* C", head + "has ◆b.0-1 C", head + "alive ◆b%5", head + "was ◆b.0-0 added C @m", head + "read ◆b.1-1 C"},
	"term":               {head + "count ◆all(C)", head + "count ◆All", head + "count ◆All(", head + "count ◆All()", head + "count ◆All(C", head + "count ◆All(C,)", head + "count ◆All(C)(", head + "count ◆All(C))", head + "count ◆(C)", head + "count ◆C", head + "count ◆AllCreated(C)@m", head + "count ◆All(C, P)", head + "count All(C) ◆,", head + "count ◆Created(C)@m", head + "count ◆Created()@m", head + "query ◆Or", head + "count ◆All(@m)", head + "count ◆NoneCreated"},
	"Or":                 {head + "count ◆Or()", head + "count ◆Or(All(C),Or(All(P)))", head + "count ◆Or(C)", head + "count ◆Or(All(C)", head + "count ◆Or(All(C),)", head + "count ◆Or(All(C))@m", head + "count ◆Or(AllAdded(C)@m)@m", head + "count ◆Or(AllAdded(C))"},
	"mark of a term":     {head + "count ◆AllAdded(C)", head + "count ◆Created", head + "count ◆All(C)@m", head + "count ◆AllAdded(C)@n", head + "count ◆AllAdded(C)@", head + "count ◆AllAdded(C)@m@m", head + "count ◆AllAdded(C)@m)", head + "each ◆AllAdded(C) All(C) mut C", "component C\ncount ◆AllAdded(C)@m\nmark m", head + "run r\ncount ◆Any(C)@m\nend", head + "fail query ◆AllAdded(C)"},
	"mark a word apart":  {head + "run r\ncount AllAdded(C) ◆@m\nend"},
	"was":                {head + "was a ◆C", head + "was a ◆present C", head + "was a added◆", head + "was a added C◆", head + "was a added C ◆=> true", head + "was a created◆", head + "was a created ◆C @m", head + "was a added C ◆@n", head + "was a added C ◆@", head + "was a added ◆C@m", head + "run r\nwas a added C ◆m\nend", head + "was a created ◆=> true", head + "was ◆b.* created @m"},
	"fail":               {head + "fail ◆tick", head + "fail ◆fail despawn a", head + "fail ◆run x", head + "run x\nfail ◆defer despawn a\nend", head + "fail ◆clear", head + "fail ◆spwan x", head + "fail ◆removed C"},
	"defer":              {head + "◆defer despawn a", head + "repeat 2\n◆defer despawn a\nend", head + "run x\ndefer ◆read a C\nend", head + "run x\ndefer ◆defer despawn a\nend", head + "run x\ndefer fail ◆fail despawn a\nend", head + "run x\ndefer◆\nend", head + "run x\ndefer fail◆\nend", head + "run x\ndefer fail ◆query All(C)\nend", head + "run x\ndefer each ◆AllAdded(C) All(C) mut C\nend", head + "run x\ndefer each All(C) ◆Or(All(C),Created@m) mut C\nend", head + "run x\ndefer fail each All(C) ◆AllChanged(C)@m mut C\nend"},
	"tick":               {"tick ◆0", "tick ◆1000001", "tick ◆-1", "tick ◆x", "tick ◆1e3"},
	"names of states":    {"mark ◆1", "save ◆a.b", "run ◆é", "mark ◆@m", "load ◆s", "load ◆s\nsave s", head + "load ◆m"},
	"clear":              {head + "clear ◆create", head + "clear added ◆changed", head + "clear ◆all"},
	"label made by fail": {"spawn a\nfail spawn a\ndespawn ◆a.0"},
}

var malformedBlocks = map[string][]string{
	"end":            {"◆end", "run x\nend\n◆end"},
	"missing end":    {"◆run x", "tick\n  ◆repeat 3\ntick", "repeat 2\n◆run x\n", "◆repeat 2\nrun x\nend\n"},
	"repeat's N":     {"repeat ◆0\nend", "repeat ◆1000000001\nend", "repeat ◆x\nend", "repeat ◆+1\nend"},
	"repeat's depth": {strings.Repeat("repeat 1\n", 16) + "◆repeat 1\n", strings.Repeat("repeat 1\n", 8) + "run x\n" + strings.Repeat("repeat 1\n", 8) + "  ◆repeat 1\n"},
	"inside run": {
		"run x\n◆run y\nend\nend", "run x\n◆tick\nend", "run x\n◆mark m\nend", "run x\n◆clear\nend", "run x\n◆save s\nend",
		head + "run x\n◆load s\nend", "run x\n◆measure\nend", "run x\nrepeat 2\n◆tick\nend\nend", "repeat 2\nrun x\nrepeat 2\n◆run y\nend\nend\nend",
		"run x\nrepeat 2\n  ◆measure\nend\nend", "run x\n◆world ring=3\nend",
	},
	"outside run": {head + "◆removed C", head + "repeat 2\n◆removed C\nend", head + "run x\nend\n◆removed C"},
	"measure":     {"measure\ntick\n◆measure", "repeat 2\n◆measure\nend", "measure\nrun x\nend\n  ◆measure"},
}

var malformedAnswers = map[string][]string{
	"no observation":     {"◆=> 1", "tick\n◆=> true", head + "◆=> a", head + "count All(C)\ntick\n◆=> 1", head + "run r\nquery All(C)\nend\n◆=> a", head + "fail query All(C)\n◆=> a", head + "fail count All(C)\n  ◆=> error", head + "repeat 2\n◆=> 1\nend"},
	"on its own line":    {head + "read a C\n◆=> 1", head + "alive a\n◆=> true", head + "has a C => true\n◆=> true"},
	"on lines below":     {head + "query All(C) ◆=> a", head + "run r\nremoved C ◆=> a\nend", head + "query All(C) ◆=> error"},
	"both":               {head + "count All(C) => 1\n◆=> 1", head + "was a added C @m => true\n ◆=> bitmap: true"},
	"behind fail":        {head + "fail read a C ◆=> 1", head + "fail count All(C) ◆=> error", head + "fail query All(C) ◆=> a", head + "fail was a added C @m ◆=> true"},
	"twice":              {head + "count All(C)\n=> 1\n ◆=> 2", head + "count All(C)\n=> frame: 1\n=> ◆frame: 1", head + "query All(C)\n=> a\n=> bitmap: a\n=> ticks: a\n◆=> error"},
	"tracker":            {head + "count All(C)\n=> ◆none: 1", head + "count All(C)\n=> ◆Frame: 1", head + "count All(C)\n=> ◆frame 1", head + "query All(C)\n=> ◆bitmpa: a", head + "count All(C) => ◆frame: 1", head + "query All(C)\n=> ◆frame :a"},
	"empty":              {head + "count All(C) =>◆", head + "query All(C)\n=>◆", head + "query All(C)\n=> frame:◆", head + "read a C =>◆ # 1"},
	"arrow":              {head + "count All(C) ◆=>1", head + "read a C ◆=>1", head + "read a C ◆= 1", head + "query All(C)\n◆=>a", head + "alive a => true ◆=> true"},
	"bool":               {head + "alive a => ◆1", head + "alive a => ◆True", head + "has a C => ◆yes", head + "was a added C @m => ◆-", head + "alive a => true ◆false"},
	"number":             {head + "count All(C) => ◆-1", head + "count All(C) => ◆1.0", head + "count All(C) => ◆x", head + "count All(C) => ◆+1", head + "count All(C) => ◆-", head + "count All(C) => ◆1e3", head + "count All(C) => 1 ◆2"},
	"values":             {head + "read a C => ◆1,2", head + "read a P => ◆1", head + "read a P => ◆1,x", head + "sum All(P) of P => ◆1,2", head + "read a C => 1 ◆2", head + "read a C => ◆1e999", head + "read a C => ◆-"},
	"error alone":        {head + "count All(C) => error ◆1", head + "query All(C)\n=> error ◆a", head + "query All(C)\n=> a ◆error"},
	"list":               {head + "query All(C)\n=> ◆x", head + "query All(C)\n=> a ◆x", head + "query All(C)\n=> a ◆-", head + "query All(C)\n=> - ◆a", head + "query All(C)\n=> ◆a,c", head + "query All(C)\n=> ◆b%5", head + "query All(C)\n=> ◆b", head + "query All(C)\n=> ◆a.0", head + "query All(C)\n=> b.0-9 ◆b.10", head + "query All(C)\n=> ◆b.3-2", head + "query All(C)\n=> ◆1"},
	"label on its line":  {head + "query All(C)\n=> ◆late\nspawn late"},
	"comment is no line": {head + "query All(C)\n# between\n\n=> ◆x"},
}

var wellFormed = map[string][]string{
	"empty":            {"", "\n", "\r\n", "# x", "\uFEFF", "  \t ", "\n\n# é\n"},
	"line ends":        {"tick", "tick\r\ntick 3\r\n", "\uFEFFtick\n", "tick # x\r\n", "tick # \r x\n"},
	"comments":         {"tick#3", "tick # # #", "component C#x fields=3\nspawn a#*3\nalive a"},
	"longest line":     {"tick" + strings.Repeat(" ", 65532), "tick #" + strings.Repeat("é", 32765) + "\r\n", "\uFEFFtick" + strings.Repeat(" ", 65532)},
	"names":            {"component _\ncomponent a.b..c.\nspawn a-b:c _ a.b..c.\nspawn A:*3\nalive A:.2\nalive a-b:c\nmark _-:9\nrun r:1\nend"},
	"world":            {"world ring=255 created=on overflow=clamp clock=0 seed=0", "world seed=18446744073709551615\ncomponent C\nworld clock=4294967295 ring=1\nworld overflow=error", "world created=off"},
	"component":        {"component C track=removed,added fields=64 sparse", "component C track=none table", "component T fields=0 track=changed", "component T fields=0", "component T fields=0 track=added", "component C track=changed,removed,added", "component table sparse\ncomponent track table", numbered("component C%\n", 256)},
	"spawn":            {head + "spawn d\nspawn e*16777216 C=1\nspawn f+1 P=1,2 T\nspawn a\nspawn b\nspawn a*3\ndespawn a.2\ndespawn b"},
	"values":           {head + "set a P=+1,-0\nset a P=1e5,1e-5\nset a P=1.25e+3,007\nset a C=1.7976931348623157e308 T\nset a C=1e-999\nset a C=123456789012345678901234567890\nset a C=0.1\nread a C => -0\nset a C=4e-324"},
	"edits":            {head + "add a C P T\nset a C P=1,2 T\nremove a C P T\nmut a C P=1,2\nupdate a P=1,2\nref a C P=1,2\ndespawn b.3\ndespawn b.0-9\ndespawn b.*\nmut b%1 C\nmut b%100 C=2\nset b.5-5 C"},
	"each":             {head + "each All(C) All(P,T) None(my.own.Name) mut C P\neach AllAdded(C)@m All(C) Created@m mut C", "component mut\ncomponent of\neach All(mut) mut mut\nsum All(of) of of => 3"},
	"terms":            {head + "query All(C,C) None(P) Any(T,C) AllAdded(C)@m NoneAdded(T)@m AnyAdded(C)@m AllChanged(T)@m NoneChanged(C)@m AnyChanged(C)@m AllRemoved(C)@m NoneRemoved(C)@m AnyRemoved(my.own.Name)@m Created@m Or(All(C)) Or(Created@m,None(C),AnyRemoved(C)@m)", head + "run r\ncount AllAdded(C) Created Or(Created,AllChanged(C)@m) => 0\nend"},
	"observations":     {head + "read a C\nread a P => 1,2\nhas b.3 T => false\nalive b.9 => true\nwas a created @m => true\nwas a removed C @m\n => false\n => frame: error\ncount All(C)\nsum All(C) of C => 3.5\nsum All(C) of C\n=> bitmap: 3", head + "run r\nremoved C\n => a a b.0-3 b.* c\n => bitmap: -\nwas a created\nwas a changed T => false\nend"},
	"answers":          {head + "query All(C)\n# x\n\n  => error\n=> frame-exact: a\n=> frame: -\n=> ticks: error\n=> bitmap: b.* b.1-2 b.3 c", head + "read a C => error\nalive a => error\ncount All(C) => 9223372036854775807"},
	"label like words": {"component C\nspawn error\nspawn frame:\nspawn x:\nquery All(C)\n=> error frame:\n=> ticks: frame: error\n=> bitmap: error\nquery All(C)\n=> x: error\nquery All(C)\n=> frame: error"},
	"fail":             {head + "fail spawn a\nfail mut a C=1\nfail each All(C) mut C\nfail read a C\nfail count All(C)\nfail was a created @m\nfail spawn z\nalive z\nrun r\nfail removed C\nend"},
	"defer":            {head + "run r\ndefer spawn n C\ndefer add n P\nhas n C => false\ndefer fail despawn n\ndefer each All(C) Or(None(P),Any(T)) mut C\nrepeat 2\ndefer spawn k+3\nend\ndefer despawn k.0-5\nend\ndespawn k.5"},
	"states":           {"mark m\nmark m\nsave m\nsave m\nload m\nclear\nclear created\nclear added\ntick 1000000", "component added\ncomponent created\nclear added added\nclear changed created\nclear removed\nspawn a added created\nadd a created"},
	"clear":            {head + "clear C\nclear changed P\nclear removed my.own.Name"},
	"blocks":           {"repeat 1000000000\nrun x\nrepeat 2\nend\nend\ntick\nrepeat 1\nend\nend\nmeasure\nrun x\nend", strings.Repeat("repeat 1000000000\n", 16) + "spawn a+16777216\nalive a." + strconv.Itoa(math.MaxInt-1) + " => false\nrun x\nend\n" + strings.Repeat("end\n", 16), "measure"},
	"ranges":           {"repeat 3\nspawn a+10\ndespawn a.29\nend", "spawn a*5\nspawn a+5\ndespawn a.9\nspawn a*7\ndespawn a.9", "repeat 2\nrepeat 2\nspawn a+1\nend\nend\ndespawn a.0-3"},
}

// numbered returns n lines, each with its number for %.
func numbered(line string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(line, "%", strings.Repeat("x", i/26)+string(rune('a'+i%26))))
	}
	return b.String()
}
