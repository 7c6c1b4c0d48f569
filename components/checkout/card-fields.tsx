import { TextInput } from '#components/ui/text-input.tsx'
import { textOf } from '#lib/messages/text.ts'
import { cvvLengthOf, networkOf } from '#lib/values/card.ts'
import { networkLabel } from './card-labels.ts'
import type { FieldsProps } from './fields-props.ts'
import { Labelled } from './labelled.tsx'
import { MethodMark } from './method-mark.tsx'

/**
 * Number, expiry, CVV and name. The number and the CVV stay in the browser's inputs and are sent once.
 * @param retry whether the number failed at the bank: it may be tried again, and its CVV is asked for again
 */
export function CardFields({ language, errors, values, focused, retry }: FieldsProps & { retry: boolean }) {
  const t = textOf(language)
  const network = networkOf((values.number ?? '').replace(/\D/g, ''))
  return (
    <>
      <Labelled
        language={language}
        name="number"
        missing={t('errors.number_missing')}
        invalid={t('errors.number_wrong')}
        label={t('fields.number')}
        error={errors.number}
        aside={
          <>
            <span data-network-mark="" className={network === 'Unknown' ? 'hidden' : 'mr-1'}>
              <MethodMark method="card" name={network === 'Unknown' ? null : network} />
            </span>
            <span data-network="">{networkLabel(network)}</span>
          </>
        }
      >
        {(control) => (
          <TextInput
            {...control}
            autoFocus={focused === 'number'}
            inputMode="numeric"
            autoComplete="cc-number"
            spellCheck={false}
            maxLength={30}
            figures
            defaultValue={values.number}
          />
        )}
      </Labelled>
      <div className="grid grid-cols-2 items-start gap-3">
        <Labelled
          language={language}
          name="expiry"
          missing={t('errors.expiry_missing')}
          invalid={t('errors.expiry_invalid')}
          label={t('fields.expiry')}
          error={errors.expiry}
        >
          {(control) => (
            <TextInput
              {...control}
              autoFocus={focused === 'expiry'}
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder={t('fields.expiry_format')}
              maxLength={9}
              figures
              defaultValue={values.expiry}
            />
          )}
        </Labelled>
        <Labelled
          language={language}
          name="cvv"
          missing={t('errors.cvv_missing')}
          invalid={t('errors.cvv_invalid')}
          label={t('fields.cvv')}
          error={errors.cvv}
        >
          {(control) => (
            <TextInput
              {...control}
              {...(retry ? { 'data-blank': '' } : {})}
              autoFocus={focused === 'cvv'}
              inputMode="numeric"
              autoComplete="cc-csc"
              placeholder={t(`fields.cvv_${cvvLengthOf(network)}`)}
              data-digits-3={t('fields.cvv_3')}
              data-digits-4={t('fields.cvv_4')}
              maxLength={4}
              figures
              defaultValue={values.cvv}
            />
          )}
        </Labelled>
      </div>
      <Labelled
        language={language}
        name="name"
        label={t('fields.name')}
        error={errors.name}
        invalid={t('errors.card_number_elsewhere')}
        optional
      >
        {(control) => (
          <TextInput
            {...control}
            autoFocus={focused === 'name'}
            autoComplete="cc-name"
            spellCheck={false}
            defaultValue={values.name}
          />
        )}
      </Labelled>
    </>
  )
}
