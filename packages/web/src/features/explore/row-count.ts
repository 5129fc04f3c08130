/** What the count of rows says: that the limit cut them off, or that there are none. Both deserve a loud badge. */
export const judgeRowCount = (rows: number, rowLimit: unknown): { readonly rows: number; readonly isAtLimit: boolean; readonly isDanger: boolean } => {
  const limit = Number(rowLimit)
  const isAtLimit = limit > 0 && rows === limit
  return { rows, isAtLimit, isDanger: isAtLimit || rows === 0 }
}
