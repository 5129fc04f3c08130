const memorySection = 5

/**
 * The interpreter's memory may grow to four gigabytes, and neither its fuel nor the worker's limits stop one large text. So the largest size is
 * written into the module before it is compiled; an allocation beyond it ends the interpreter, and with it the worker.
 */
export function limitWasmMemory(module: Uint8Array, maximumPages: number): Uint8Array {
  let place = 8 // magic number and version
  while (place < module.length) {
    const id = module[place]
    const size = readNumber(module, place + 1)
    const content = size.end
    if (id === memorySection) return withMaximum(module, place, content, content + size.value, maximumPages)
    place = content + size.value
  }
  throw new Error('the module has no memory of its own')
}

function withMaximum(module: Uint8Array, start: number, content: number, end: number, maximumPages: number): Uint8Array {
  const count = readNumber(module, content)
  const flags = module[count.end]
  if (count.value !== 1 || (flags !== 0 && flags !== 1)) throw new Error('the memory of the module is described in an unknown way')
  const minimum = readNumber(module, count.end + 1)
  const body = [1, 1, ...writeNumber(minimum.value), ...writeNumber(Math.max(minimum.value, maximumPages))]
  const section = [memorySection, ...writeNumber(body.length), ...body]
  const limited = new Uint8Array(start + section.length + module.length - end)
  limited.set(module.subarray(0, start))
  limited.set(section, start)
  limited.set(module.subarray(end), start + section.length)
  return limited
}

/** Unsigned numbers are written in groups of seven bits, the lowest first. */
function readNumber(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0
  let place = start
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[place++] ?? 0
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return { value, end: place }
  }
}

function writeNumber(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  do {
    bytes.push((rest & 0x7f) | (rest >= 0x80 ? 0x80 : 0))
    rest >>>= 7
  } while (rest > 0)
  return bytes
}
