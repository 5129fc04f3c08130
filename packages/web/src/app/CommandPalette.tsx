export const CommandPalette = ({ onClose: _ }: { readonly onClose: () => void }) => null
