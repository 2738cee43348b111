package host

// What tests outside the package look at.
var ReachesPlugins = reachesPlugins
