export const timeWords = {
  'time.justNow': 'Just now',
  'time.minutes': '{count} min ago',
  'time.hours': '{count} h ago',
  'time.yesterday': 'Yesterday, {time}',
} as const
