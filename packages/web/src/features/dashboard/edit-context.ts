import { createContext, useContext } from 'react'

/** What can be done to the blocks of a dashboard while it is edited. */
export interface EditContextValue {
  readonly isEditing: boolean
  readonly selected: string | undefined
  readonly select: (id: string | undefined) => void
  readonly step: (id: string, direction: 'left' | 'right' | 'up' | 'down') => void
  readonly resize: (id: string, size: { readonly width?: number; readonly height?: number }) => void
  readonly remove: (id: string) => void
}

const context = createContext<EditContextValue | undefined>(undefined)
export const EditProvider = context.Provider

export const useEditing = (): EditContextValue => {
  const value = useContext(context)
  if (!value) throw new Error('Editing stands outside a dashboard')
  return value
}
