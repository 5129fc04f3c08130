import { create } from 'zustand'

export type ToastTone = 'info' | 'success' | 'warning' | 'danger'

/** How long each kind stays, in milliseconds. */
export const toastDurations: Readonly<Record<ToastTone, number>> = { info: 4000, success: 4000, warning: 6000, danger: 8000 }

export interface Toast {
  readonly id: number
  readonly tone: ToastTone
  readonly text: string
  readonly action?: { readonly label: string; readonly onSelect: () => void } | undefined
  /** Stays until what it speaks of is over. */
  readonly isLasting?: boolean
}

interface ToastState {
  readonly toasts: readonly Toast[]
  readonly nextId: number
}

export const addToast = (state: ToastState, toast: Omit<Toast, 'id'>): ToastState => ({
  toasts: [...state.toasts.filter((other) => other.text !== toast.text || other.tone !== toast.tone), { ...toast, id: state.nextId }].slice(-5),
  nextId: state.nextId + 1,
})

export const removeToast = (state: ToastState, id: number): ToastState => ({ ...state, toasts: state.toasts.filter((toast) => toast.id !== id) })

export const useToasts = create<ToastState>(() => ({ toasts: [], nextId: 1 }))

/** Says something bottom-right. Errors that need reading belong in an ErrorBox. */
export const showToast = (tone: ToastTone, text: string, action?: Toast['action']): void =>
  useToasts.setState((state) => addToast(state, { tone, text, action }))

/** Says what is going on as long as it goes on. → ends it */
export const showLastingToast = (text: string, action: NonNullable<Toast['action']>): (() => void) => {
  const id = useToasts.getState().nextId
  useToasts.setState((state) => addToast(state, { tone: 'info', text, action, isLasting: true }))
  return () => dismissToast(id)
}

export const dismissToast = (id: number): void => useToasts.setState((state) => removeToast(state, id))

/** The server's flash categories, in our tones. */
export const toneOfCategory = (category: string): ToastTone =>
  category === 'success' || category === 'warning' || category === 'danger' ? category : category === 'error' ? 'danger' : 'info'
