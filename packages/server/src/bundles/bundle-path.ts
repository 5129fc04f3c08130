/** A name as it may stand in an archive on any system: letters and digits of ASCII, `_`, `.` and `-`. Nothing left: the id. */
export function fileNameOf(name: string, id: number): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\u0020-\u007e]/g, '')
    .replaceAll('/', ' ')
    .split(/\s+/)
    .filter(Boolean)
    .join('_')
    .replace(/[^A-Za-z0-9_.-]/g, '')
    .replace(/^[._]+|[._]+$/g, '')
  return plain === '' ? String(id) : plain
}
