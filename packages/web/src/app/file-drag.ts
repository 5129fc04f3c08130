/** Whether a drag carries files from outside. A picture dragged within the page carries a file too, but also its mark-up. */
export const isFileDrag = (types: readonly string[] | undefined): boolean => types !== undefined && types.includes('Files') && !types.includes('text/html')
