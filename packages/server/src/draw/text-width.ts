/** Advance widths of Inter, in thousandths of the font size, from the space to the tilde. */
const widths = [
  281, 288, 466, 633, 642, 982, 644, 300, 365, 365, 501, 662, 288, 460, 288, 360, 631, 407, 610, 618, 646, 593, 620, 566, 619, 620, 288, 302, 662, 662, 662,
  511, 966, 690, 654, 730, 722, 601, 590, 746, 743, 269, 571, 672, 565, 903, 753, 765, 639, 765, 644, 642, 646, 744, 690, 985, 682, 679, 629, 365, 360, 365,
  471, 456, 323, 562, 612, 571, 612, 583, 370, 613, 591, 242, 242, 549, 242, 876, 591, 600, 612, 612, 376, 528, 327, 591, 562, 818, 546, 562, 552, 426, 333,
  426, 662,
]

/** How wide a text is when drawn with our font; there is no browser to ask. */
export function textWidth(text: string, size: number): number {
  let sum = 0
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    sum += widths[code - 32] ?? (code < 0x2e80 ? 620 : 1000)
  }
  return (sum / 1000) * size
}

/** The text, shortened with an ellipsis until it fits. */
export function fitText(text: string, size: number, room: number): string {
  if (textWidth(text, size) <= room) return text
  const letters = [...text]
  while (letters.length > 1 && textWidth(`${letters.join('')}…`, size) > room) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
