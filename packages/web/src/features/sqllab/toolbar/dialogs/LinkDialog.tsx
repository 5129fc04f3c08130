import { useEffect, useRef } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import { copyText } from '../../../../ui/copy-text.ts'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { Input } from '../../../../ui/Input.tsx'
import { t } from '../../../../words/words.ts'

/** For browsers that keep the clipboard to themselves: the link, marked and ready to be copied by hand. */
export const LinkDialog = ({ link, onClose }: { readonly link: string; readonly onClose: () => void }) => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <Dialog
      isOpen
      title={t('sqlbar.shareTitle')}
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button size="md" onClick={() => void copyText(link)}>
            {t('sqlbar.copy')}
          </Button>
          <Button size="md" kind="primary" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      <Field label={t('sqlbar.shareField')} hint={t('sqlbar.shareHint')}>
        {(ids) => <Input {...ids} ref={field} data-autofocus size="md" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />}
      </Field>
    </Dialog>
  )
}
