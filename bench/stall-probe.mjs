// Loaded into the server with --import: keeps the longest event-loop stall of the last moment in a file that the benchmark reads and resets.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const file = process.env.SIGHTLINE_STALL_FILE
const histogram = monitorEventLoopDelay({ resolution: 5 })
histogram.enable()
process.on('SIGUSR2', () => {
  writeFileSync(file, String(histogram.max / 1e6))
  histogram.reset()
})
