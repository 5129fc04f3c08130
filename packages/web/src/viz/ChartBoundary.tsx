import { Component, type ReactNode } from 'react'

interface Props {
  /** A new value gives the children another try. */
  readonly resetKey: unknown
  readonly fallback: (cause: unknown, retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** One broken chart is drawn as one broken chart. */
export class ChartBoundary extends Component<Props, { readonly cause: unknown; readonly isBroken: boolean }> {
  override state = { cause: undefined as unknown, isBroken: false }

  static getDerivedStateFromError(cause: unknown): { cause: unknown; isBroken: boolean } {
    return { cause, isBroken: true }
  }

  override componentDidUpdate(previous: Props): void {
    if (this.state.isBroken && previous.resetKey !== this.props.resetKey) this.setState({ cause: undefined, isBroken: false })
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children
    return this.props.fallback(this.state.cause, () => this.setState({ cause: undefined, isBroken: false }))
  }
}
