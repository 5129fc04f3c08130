// Loaded into a process with --import: keeps the longest stalls of its event loop since the last look in a file that the benchmark reads.
// On a busy machine a process also waits for a processor, and for helpers of its own that do. Linux tells how long the main thread really worked: a
// turn of the loop that took longer than that was kept waiting, and not by its own work.
import { openSync, readSync, writeFileSync } from 'node:fs'

const file = process.env.SIGHTLINE_STALL_FILE
const everyMs = 5
const buffer = Buffer.alloc(128)
const statistics = openStatistics()

/** Nothing where the operating system does not tell. */
function openStatistics() {
  try {
    return openSync('/proc/self/schedstat', 'r')
  } catch {
    return null
  }
}

/** Milliseconds for which the main thread has worked. */
function workedMs() {
  if (statistics === null) return performance.now()
  const [worked] = buffer.toString('latin1', 0, readSync(statistics, buffer, 0, buffer.length, 0)).split(' ')
  return Number(worked) / 1e6
}

let longest = { all: 0, own: 0 }
let last = { at: performance.now(), worked: workedMs() }
setInterval(() => {
  const now = { at: performance.now(), worked: workedMs() }
  const all = now.at - last.at - everyMs
  longest = { all: Math.max(longest.all, all), own: Math.max(longest.own, Math.min(all, now.worked - last.worked)) }
  last = now
}, everyMs).unref()

const tell = () => {
  writeFileSync(file, JSON.stringify(longest))
  longest = { all: 0, own: 0 }
}
process.on('SIGUSR2', tell)
// Says that it listens.
tell()
