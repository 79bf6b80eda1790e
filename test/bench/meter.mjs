/** Loaded before a server that is measured: says what its process has used so far, as the operating system counts it. */
process.on("message", (message) => {
  if (message === "usage") process.send({ ...process.cpuUsage(), rss: process.memoryUsage.rss() });
});
process.on("disconnect", () => process.exit());
