/** Bytes of text that grow as they are written. Short texts are written byte by byte: a call into native code costs more than they do. */
export class ByteSink {
  private bytes: Buffer
  private length = 0

  constructor(size = 64 * 1024) {
    this.bytes = Buffer.allocUnsafeSlow(size)
  }

  get size(): number {
    return this.length
  }

  private makeRoom(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const wider = Buffer.allocUnsafeSlow(Math.max(this.length + more, this.bytes.length * 2))
    this.bytes.copy(wider, 0, 0, this.length)
    this.bytes = wider
  }

  writeByte(byte: number): void {
    if (this.length === this.bytes.length) this.makeRoom(1)
    this.bytes[this.length++] = byte
  }

  /** Characters of one byte only. */
  writeAscii(text: string): void {
    const { length } = text
    this.makeRoom(length)
    const { bytes } = this
    let at = this.length
    for (let index = 0; index < length; index++) bytes[at++] = text.charCodeAt(index)
    this.length = at
  }

  writeText(text: string): void {
    this.makeRoom(text.length * 3)
    this.length += this.bytes.write(text, this.length, 'utf8')
  }

  copy(from: Uint8Array, start: number, end: number): void {
    const size = end - start
    this.makeRoom(size)
    if (size > 64) this.bytes.set(from.subarray(start, end), this.length)
    else {
      const { bytes } = this
      let at = this.length
      for (let index = start; index < end; index++) bytes[at++] = from[index]!
    }
    this.length += size
  }

  /** A whole number that a double holds. */
  writeWhole(value: number): void {
    if (value < 0) {
      this.writeByte(minus)
      value = -value
    }
    if (value < 10) return this.writeByte(zero + value)
    this.writeDigits(value, digitsIn(value))
  }

  /** A whole number in so many digits, zeros in front. */
  writeDigits(value: number, digits: number): void {
    this.makeRoom(digits)
    const { bytes } = this
    let at = this.length + digits
    this.length = at
    // Division of 32-bit numbers is far quicker, so long ones are cut in two.
    while (value > 0x7fffffff) {
      const rest = Math.floor(value / 10)
      bytes[--at] = zero + (value - rest * 10)
      value = rest
      digits--
    }
    let small = value | 0
    for (; digits > 0; digits--) {
      const rest = (small / 10) | 0
      bytes[--at] = zero + (small - rest * 10)
      small = rest
    }
  }

  /** What was written since the last take. The next bytes go to memory of their own. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.length)
    this.bytes = Buffer.allocUnsafeSlow(Math.max(1024, this.length + (this.length >> 3)))
    this.length = 0
    return taken
  }
}

const [minus, zero] = [45, 48] as const

function digitsIn(value: number): number {
  let digits = 1
  for (let bound = 10; value >= bound && digits < 16; bound *= 10) digits++
  return digits
}
