import { useState } from 'react'
import { bootstrap, isFeatureOn } from '../../api/bootstrap.ts'
import { keep, readKept } from './remember.ts'

/** Pictures are shown until a person says otherwise. */
export const wantsPictures = (kept: string | null): boolean => {
  try {
    return (JSON.parse(kept ?? 'null') as { thumbnails?: unknown } | null)?.thumbnails !== false
  } catch {
    return true
  }
}

/** Whether cards show pictures: a choice of each person, kept under their number, and only where the server draws any. */
export const usePictures = (): { readonly isOffered: boolean; readonly isOn: boolean; readonly setOn: (isOn: boolean) => void } => {
  const key = String(bootstrap().user.userId ?? '')
  const [isWanted, setWanted] = useState(() => wantsPictures(readKept(key)))
  const isOffered = isFeatureOn('THUMBNAILS')
  return {
    isOffered,
    isOn: isOffered && isWanted,
    setOn: (isOn) => {
      setWanted(isOn)
      keep(key, JSON.stringify({ thumbnails: isOn }))
    },
  }
}
