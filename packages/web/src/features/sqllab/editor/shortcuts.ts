import { t } from '../../../words/words.ts'

export interface Shortcut {
  readonly action: string
  /** Each a chord: its keys in the order in which they are pressed. */
  readonly chords: readonly (readonly string[])[]
}

export type Platform = 'mac' | 'windows' | 'other'

export const platformOf = (userAgent: string): Platform => (/mac|iphone|ipad/i.test(userAgent) ? 'mac' : /windows/i.test(userAgent) ? 'windows' : 'other')

/** Every key of the editor, by what it does. Browsers keep some for themselves, hence the differences between systems. */
export const shortcuts = (platform: Platform): readonly Shortcut[] => {
  const isMac = platform === 'mac'
  const command = isMac ? '⌘' : 'Ctrl'
  return [
    {
      action: t('sqlbar.key.run'),
      chords: [
        ['Ctrl', 'R'],
        ['Ctrl', 'Enter'],
        ['Alt', 'Enter'],
      ],
    },
    { action: t('sqlbar.key.runStatement'), chords: [['Ctrl', 'Shift', 'Enter']] },
    { action: t('sqlbar.key.stop'), chords: [isMac ? ['Ctrl', 'X'] : ['Ctrl', 'E']] },
    { action: t('sqlbar.key.newTab'), chords: [platform === 'windows' ? ['Ctrl', 'Q'] : ['Ctrl', 'T']] },
    { action: t('sqlbar.key.previousTab'), chords: [['Ctrl', '[']] },
    { action: t('sqlbar.key.nextTab'), chords: [['Ctrl', ']']] },
    { action: t('sqlbar.key.save'), chords: [[command, 'S']] },
    { action: t('sqlbar.key.format'), chords: [['Ctrl', 'Shift', 'F']] },
    { action: t('sqlbar.key.find'), chords: [[command, 'F']] },
    { action: t('sqlbar.key.replace'), chords: [isMac ? ['⌘', 'Option', 'F'] : ['Ctrl', 'H']] },
    { action: t('sqlbar.key.complete'), chords: [['Ctrl', 'Space']] },
    ...(isMac ? [{ action: t('sqlbar.key.previousLine'), chords: [['Ctrl', 'P']] }] : []),
  ]
}
