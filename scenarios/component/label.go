package component

import "ecslab/ecs"

// Label is a tag. Number tells the types apart.
type Label[Number any] struct{}

// Labels are n types of Label, at most 64.
func Labels(n int) []Kind {
	return []Kind{
		label[[0]byte](), label[[1]byte](), label[[2]byte](), label[[3]byte](),
		label[[4]byte](), label[[5]byte](), label[[6]byte](), label[[7]byte](),
		label[[8]byte](), label[[9]byte](), label[[10]byte](), label[[11]byte](),
		label[[12]byte](), label[[13]byte](), label[[14]byte](), label[[15]byte](),
		label[[16]byte](), label[[17]byte](), label[[18]byte](), label[[19]byte](),
		label[[20]byte](), label[[21]byte](), label[[22]byte](), label[[23]byte](),
		label[[24]byte](), label[[25]byte](), label[[26]byte](), label[[27]byte](),
		label[[28]byte](), label[[29]byte](), label[[30]byte](), label[[31]byte](),
		label[[32]byte](), label[[33]byte](), label[[34]byte](), label[[35]byte](),
		label[[36]byte](), label[[37]byte](), label[[38]byte](), label[[39]byte](),
		label[[40]byte](), label[[41]byte](), label[[42]byte](), label[[43]byte](),
		label[[44]byte](), label[[45]byte](), label[[46]byte](), label[[47]byte](),
		label[[48]byte](), label[[49]byte](), label[[50]byte](), label[[51]byte](),
		label[[52]byte](), label[[53]byte](), label[[54]byte](), label[[55]byte](),
		label[[56]byte](), label[[57]byte](), label[[58]byte](), label[[59]byte](),
		label[[60]byte](), label[[61]byte](), label[[62]byte](), label[[63]byte](),
	}[:n]
}

func label[Number any]() Kind {
	nothing := func(*ecs.World, []ecs.Entity) error { return nil }
	return Kind{Register: ecs.Register[Label[Number]], Of: ecs.Of[Label[Number]](), Fill: nothing, Check: nothing}
}
