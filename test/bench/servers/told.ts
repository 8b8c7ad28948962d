// Loaded into each measured server beside itself: tells whoever started it how much processor time it has used.
process.on("message", () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
// The server alone decides how long the process lives.
process.channel?.unref()
