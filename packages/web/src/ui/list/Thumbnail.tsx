import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTheme } from '../theme.ts'
import styles from './Thumbnail.module.css'

export interface ThumbnailProps {
  /** The picture the server draws; none or a failed one shows the glyph. */
  readonly src: string | null | undefined
  readonly glyph: ReactNode
  readonly size: 'small' | 'large'
}

/** When the server has too much to draw it asks for patience; milliseconds until the next attempt. */
const patience = [1500, 4000, 8000]

/** A small picture of a chart or dashboard, drawn by the server in the theme on screen. */
export const Thumbnail = ({ src, glyph, size }: ThumbnailProps) => {
  const theme = useTheme()
  return <span className={styles[size]}>{src ? <Picture key={`${src} ${theme}`} address={`${src}?theme=${theme}`} glyph={glyph} /> : glyph}</span>
}

const Picture = ({ address, glyph }: { readonly address: string; readonly glyph: ReactNode }) => {
  const [attempt, setAttempt] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    const wait = patience[attempt]
    if (!hasFailed || wait === undefined) return
    const timer = setTimeout(() => {
      setAttempt(attempt + 1)
      setHasFailed(false)
    }, wait)
    return () => clearTimeout(timer)
  }, [hasFailed, attempt])
  if (hasFailed) return glyph
  return <img src={attempt === 0 ? address : `${address}&attempt=${attempt}`} alt="" loading="lazy" decoding="async" onError={() => setHasFailed(true)} />
}
