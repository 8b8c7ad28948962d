// The version of the package, as the simulator reports it. A test keeps it the same as the manifest's.

/** The package's version. */
export const VERSION = "0.1.0"
