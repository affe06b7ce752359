package replay_test

// rules are small traces that hold on every pair, by the rule of the language that they are about.
var rules = map[string]string{
	"values": `
component A
component P fields=3
component T fields=0
spawn a A=1 P=1,2,3 T
spawn b A P
read a A => 1
read a P => 1,2,3
read b P => 0,0,0
read b A => -0
set b P=4,5,6
set b A=7 T
read b P => 4,5,6
set b P
read b P => 0,0,0
has b T => true
ref b P=1,1,1
mut b P
read b P => 1,1,1
ref b P
read b P => 1,1,1
update b P=1,1,1
update b P=1,1,2
read b P => 1,1,2
sum All(P) of P => 2
`,
	"marking": `
component C
spawn a C=5
spawn b C=5
spawn c
spawn d C=5
spawn e C=5
spawn f C=5
tick
mark m
tick
add a C
set b C=5
add c C
update d C=5
mut e C
ref f C=9
tick
query AllAdded(C)@m
  => c
query AllChanged(C)@m
  => b c e
update d C=6
remove b C
remove b C
tick
query AllChanged(C)@m
  => c d e
  => bitmap: b c d e
query AllRemoved(C)@m
  => b
was b removed C @m => true
was a removed C @m => false
set b C=5
tick
query AllAdded(C)@m
  => b c
`,
	"each": `
component A
component P fields=2
component Off sparse fields=0
spawn a*3 A=1 P=1,10
spawn b A=1 P=1,10
spawn c A=1
set b Off
tick
mark m
tick
each All(A,P) None(Off) mut P A
tick
read a.2 A => 2
read a.2 P => 2,10
read b P => 1,10
read c A => 1
query AllChanged(A)@m
  => a.*
query AnyChanged(A,P)@m
  => a.0-2
each AllChanged(A)@m All(A) mut A
sum All(A) of A => 11
`,
	"references": `
component A
spawn s A=1
spawn b*10 A=1
despawn b.2-4
set b.1-5 A=2
sum All(A) of A => 10
despawn b.2-4
set b.* A=3
sum All(A) of A => 22
remove b.0-0 A
count All(A) => 7
despawn b.*
despawn b.*
set b.* A
set b%50 A
fail set b.0 A
fail despawn b.9
fail read b.0 A
alive b.0 => false
has b.0 A => false
count All(A) => 1
`,
	"all or nothing": `
component A
component B
spawn b*4 A=1 B=1
remove b.2 B
tick
mark m
tick
fail mut b.* B=2
fail mut b.0-3 A=2 B=2
fail ref b.* B=2
fail update b.* B=2
fail mut b.2 A=2 B=2
fail ref b.2 A=2 B=2
sum All(B) of B => 3
sum All(A) of A => 4
tick
query AnyChanged(A,B)@m
  => -
mut b.0-1 A=2 B=2
sum All(B) of B => 5
`,
	"labels again": `
component A
spawn a A
fail spawn a A
fail spawn a*3 A
fail spawn a+3 A
despawn a
spawn a*3 A
fail spawn a
fail spawn a*2
spawn a+2 A
count All(A) => 5
despawn a.0-3
fail spawn a
despawn a.4
spawn a+2 A
alive a.5 => true
alive a.6 => true
alive a.3 => false
query All(A)
  => a.5-6
despawn a.*
spawn a*1 A=4
alive a.1 => false
alive a.6 => false
fail read a.6 A
read a.0 A => 4
despawn a.0
spawn a A=6
read a A => 6
fail read a.0 A
despawn a
spawn a+2 A=8
read a.0 A => 8
alive a => false
fail despawn a
`,
	"a label whose spawn failed": `
component A
spawn a
fail spawn a*2 A
alive a.1 => false
has a.1 A => false
fail despawn a.1
despawn a.*
set a%5 A
run s
  defer spawn n*2 A
  fail despawn n.*
  fail set n%5 A
  fail set n.0-1 A
  alive n.0 => false
end
count All(A) => 2
`,
	"growing in a loop": `
component A
repeat 3
  spawn b+2 A=1
  set b.0-5 A=2
end
sum All(A) of A => 12
query All(A)
  => b.0-5
query All(A)
  => b.*
`,
	"samples": `
world seed=7
component A
spawn b*1000 A=1
set b%10 A=2
sum All(A) of A => 1100
set b%1 A=3
count All(A) => 1000
remove b%25 A
count All(A) => 750
fail mut b%100 A=9
despawn b%33
despawn b%100
despawn b%1
count Any(A) => 0
spawn c*3 A
despawn c%1
count All(A) => 2
despawn c%49
count All(A) => 1
`,
	"systems": `
component C
spawn a C
run x
  query AllChanged(C)
    => a
    => bitmap: -
  query Created
    => a
    => bitmap: -
end
tick
run x
  query AllChanged(C)
    => -
    => bitmap: a
  was a created
    => false
    => bitmap: true
end
tick
mut a C
run x
  query AllChanged(C)
    => a
    => bitmap: -
  repeat 2
    count AllChanged(C)
      => 1
      => bitmap: 0
  end
end
run x
  count AllChanged(C) => 0
end
mut a C
run x
  count AllChanged(C)
    => ticks: 1
    => bitmap: 0
    => frame: 0
    => frame-exact: 1
end
`,
	"deferred": `
component C
component D
spawn a C=1
spawn k*4 C=1
run s
  defer spawn n C=2
  defer spawn k+2 C=3
  defer set n D=5
  defer despawn k.0-1
  defer fail mut a D
  defer fail spawn n
  defer each All(C) mut C
  alive n => false
  has n C => false
  alive k.4 => false
  fail despawn n
  fail read n C
  fail mut k.5 C
  despawn k.5-5
  count All(C) => 5
  read a C => 1
end
read a C => 2
read n C => 3
read n D => 5
read k.5 C => 4
alive k.1 => false
count All(C) => 6
run s
  defer set n C=1
  defer despawn n
  defer fail set n C=2
  defer spawn n C=7
  read n C => 3
end
read n C => 7
`,
	"deferred errors go on": `
component C
spawn a C
run s
  repeat 3
    defer set a C=1
    defer fail spawn a C
    defer each All(C) mut C
  end
  despawn a
  fail set a C
  spawn a C=5
end
read a C => 2
`,
	"removed": `
component C
spawn a C
spawn b*3 C
tick
run s
end
tick
remove a C
despawn b.1
add a C
remove a C
run s
  removed C
    => a a b.1
    => bitmap: -
end
tick
run s
  removed C
    => -
    => bitmap: a
  was b.1 removed C => false
end
despawn a
spawn a C
despawn a
spawn a*2 C
despawn a.*
run s
  removed C
    => a a.*
    => bitmap: -
    => frame: -
end
`,
	"marks and snapshots are forgotten": `
component C
spawn a C=1
mark old
tick
save s
mark old
mark new
spawn b C
spawn g*2 C
spawn g+1 C
tick
load s
alive b => false
has g.2 C => false
fail read b C
fail despawn g.*
fail set g%5 C
fail set g.0-1 C
fail was b created @old
fail count Created@new
fail query Or(All(C),AllAdded(C)@new)
fail each AllChanged(C)@new All(C) mut C
fail was a created @new
count Created@old
  => 0
  => bitmap: 1
mark new
count Created@new => 0
spawn b C
read b C => 0
spawn g*1 C
alive g.0 => true
alive g.2 => false
fail read g.2 C
load s
load s
count All(C) => 1
fail set b C
save t
spawn b C=4
load t
load s
alive b => false
load t
alive b => false
read a C => 1
`,
	"a forgotten batch of an old label": `
component A
spawn a A
spawn g*2 A
despawn a
save s
spawn a*3 A
spawn g+2 A
load s
despawn a.*
fail set a.0-1 A
set a%5 A
alive a => false
alive a.1 => false
set g.* A=1
set g.0-1 A=2
fail set g.1-2 A=3
fail set g.3-3 A=3
set g%100 A=4
sum All(A) of A => 8
spawn g+1 A=1
set g.1-2 A=3
fail set g.1-3 A=3
sum All(A) of A => 10
`,
	"a snapshot holds batches": `
component C
spawn b*3 C=1
save s
spawn b+2 C=2
save t
load s
spawn b+3 C=3
save u
load t
query All(C)
  => b.0-4
sum All(C) of C => 7
read b.4 C => 2
load u
sum All(C) of C => 12
read b.5 C => 3
load s
sum All(C) of C => 3
fail set b.2-3 C=5
set b.* C=5
despawn b.*
spawn b*3 C=6
load s
read b.2 C => 1
load t
read b.4 C => 2
`,
	"removed across a load": `
component C
spawn a C
spawn b*2 C
despawn b.*
spawn b*2 C
despawn b.0
save s
despawn b.1
spawn b*1 C
load s
run x
  removed C
    => b.0 b.* 
    => bitmap: -
end
alive b.1 => true
`,
	"untracked": `
world created=off
component A track=added
component C track=changed
component R track=removed
component N track=none
component T fields=0
spawn a A C R N T
mark m
fail count AllAdded(C)@m
fail count NoneChanged(A)@m
fail count AnyRemoved(A,N)@m
fail query Or(All(A),AllAdded(N)@m)
fail count Created@m
fail was a created @m
fail was a changed T @m
fail was a removed N @m
fail each AllChanged(N)@m All(N) mut N
run s
  fail removed A
  fail removed N
  removed R
    => -
  removed T
    => -
  query AllChanged(A)
    => error
  was a added C => error
  count AllAdded(A)
    => 1
    => bitmap: 0
end
despawn a
fail was a added N @m
was a added A @m => false
clear changed A
clear created
clear removed N
clear
`,
	"overflow": `
world overflow=error ring=2
component C
spawn a C
mark m
tick 3
run first
  count AllChanged(C)
    => 1
    => bitmap: 0
end
`,
	"overflow is an error": `
world overflow=error ring=2
component C
spawn a C
mark m
run s
end
tick 2
count AllChanged(C)@m
  => ticks: 0
  => bitmap: 1
  => frame: 0
  => frame-exact: 0
tick
count AllChanged(C)@m
  => 0
  => bitmap: error
sum All(C) AllChanged(C)@m of C
  => 0
  => bitmap: error
was a added C @m
  => false
  => bitmap: error
run s
  query Created
    => -
    => ticks: -
    => bitmap: error
  removed C
    => -
    => bitmap: error
end
run s
  query Created
    => -
end
`,
	"clear": `
component A
component B
spawn a A B
tick
run s
end
tick
mark m
tick
mut a A B
clear changed A
tick
query AnyChanged(A,B)@m
  => a
query AllChanged(A)@m
  => -
query AllChanged(B)@m
  => a
clear B
query AllChanged(B)@m
  => -
set a B
remove a B
spawn c A B
clear
tick
count AnyChanged(A,B)@m => 0
count AnyRemoved(A,B)@m => 0
count Created@m => 0
run s
  removed B
    => -
end
`,
	"presence": `
component A
component B
component S sparse fields=0
spawn a A
spawn b B
spawn ab A B
spawn s S
spawn none
query All(A)
  => ab a
query All(A,A) All(B)
  => ab
query None(A,B)
  => s none
query Any(A,S)
  => a ab s
query Any(A,B) Any(B,S) None(S)
  => b ab
query Or(All(A,B),All(S))
  => ab s
query Or(None(A),All(B)) None(S)
  => b ab none
count None(A) => 3
count None(A,B,S) => 1
`,
	"set of matches": `
component A
spawn a A
spawn b*3 A
query All(A)
  => b.2 b.* a a b.0-1
query None(A)
  => -
`,
	"nested": `
component A
repeat 3
  run s
    repeat 2
      spawn b+1 A
      defer spawn c+1 A
    end
  end
  tick 2
end
count All(A) => 12
read c.5 A => 0
`,
	"sums that round": `
component A
spawn b*10 A=0.1
spawn c A=1e16
spawn d A=1
despawn c
sum All(A) of A => 2
`,
	"old labels in removed": `
component C
component D
repeat 3
  spawn x C D
  despawn x
end
spawn x*2 C
run s
  removed C
    => x x x
    => bitmap: -
  removed D
    => x x x
    => bitmap: -
end
`,
}
