/** How the command key is written on this machine. */
export const commandKey = (): string => (typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl')
