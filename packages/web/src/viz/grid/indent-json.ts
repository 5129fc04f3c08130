/** JSON laid out in lines. Only white space changes: digits that no double holds stay as they are. Undefined for a text that is not JSON. */
export function indentJson(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
  } catch {
    return undefined
  }
  const parts = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []
  let depth = 0
  let out = ''
  const newLine = (): string => `\n${'  '.repeat(depth)}`
  parts.forEach((part, index) => {
    const next = parts[index + 1]
    if (part === '{' || part === '[') {
      depth++
      out += part
      if (next !== '}' && next !== ']') out += newLine()
    } else if (part === '}' || part === ']') {
      depth--
      const before = parts[index - 1]
      out += before === '{' || before === '[' ? part : newLine() + part
    } else if (part === ',') out += `,${newLine()}`
    else if (part === ':') out += ': '
    else out += part
  })
  return out
}
