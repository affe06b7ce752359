// Package examples holds programs to read and to start from. Each is a package
// whose Example runs as a test:
//
//	gameloop         systems in groups, tracking, commands, a fixed update
//	replaying        a trace on every pair of storage and tracker
//	results          figures read from the results.json of a run
//	library          one storage and one tracker, without the rest of ecslab
//	outside-backend  a module of its own: a storage, its proof, its benchrun
package examples
