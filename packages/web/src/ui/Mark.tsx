/** The mark of the product: two lines of sight and what they meet. */
export const Mark = ({ size = 20 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden>
    <path d="M21.5 4.5 3.5 12l18 7.5" stroke="var(--ink)" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round" />
    <circle cx="16" cy="12" r="3.2" fill="var(--accent)" />
  </svg>
)
