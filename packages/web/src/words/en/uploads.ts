export const uploadWords = {
  'uploads.title': 'Upload data',
} as const
