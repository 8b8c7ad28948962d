/** The command: as it was built for users where `npm test` says that it was, and else its source, which starts slower. */
export const commandFile = process.env.BUILT === "1" ? "dist/simulator/bin.js" : "simulator/cli/main.ts"
