/** Long enough for the browser to have begun reading the file. */
const keptForMs = 60_000

/** Hands a file to the browser to be kept among the downloads. */
export const saveFile = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), keptForMs)
}
