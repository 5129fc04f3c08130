import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTheme } from '../theme.ts'
import styles from './Thumbnail.module.css'

export interface ThumbnailProps {
  /** The picture the server draws; none or a failed one shows the glyph. */
  readonly src: string | null | undefined
  readonly glyph: ReactNode
  readonly size: 'small' | 'large'
}

/** A small picture of a chart or dashboard, drawn by the server in the theme on screen. */
export const Thumbnail = ({ src, glyph, size }: ThumbnailProps) => {
  const theme = useTheme()
  const address = src ? `${src}${theme === 'dark' ? '?theme=dark' : ''}` : undefined
  const [failed, setFailed] = useState<string>()
  return (
    <span className={styles[size]}>
      {address === undefined || failed === address ? glyph : <img src={address} alt="" loading="lazy" decoding="async" onError={() => setFailed(address)} />}
    </span>
  )
}
