import { Star } from 'lucide-react'
import { t } from '../../words/words.ts'
import { IconButton } from '../Button.tsx'

/** Marks a thing as a favourite and takes the mark off again. */
export const StarButton = ({
  isStarred,
  onChange,
  size = 'xs',
}: {
  readonly isStarred: boolean
  readonly onChange: (isStarred: boolean) => void
  readonly size?: 'xs' | 'sm'
}) => (
  <IconButton
    size={size}
    label={isStarred ? t('list.unstar') : t('list.star')}
    aria-pressed={isStarred}
    data-star={isStarred}
    icon={<Star size={14} />}
    onClick={() => onChange(!isStarred)}
  />
)
