import { TextInput } from '#components/ui/text-input.tsx'
import { cvvLengthOf, networkOf } from '#lib/values/card.ts'
import { CVV_HINT, networkLabel } from './card-labels.ts'
import type { FieldsProps } from './fields-props.ts'
import { Labelled } from './labelled.tsx'

/**
 * Number, expiry, CVV and name. The number and the CVV stay in the browser's inputs and are sent once.
 * @param retry whether the number failed at the bank: it may be tried again, and its CVV is asked for again
 */
export function CardFields({ errors, values, focused, retry }: FieldsProps & { retry: boolean }) {
  const network = networkOf((values.number ?? '').replace(/\D/g, ''))
  return (
    <>
      <Labelled name="number" label="Card number" error={errors.number} aside={networkLabel(network)}>
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
        <Labelled name="expiry" label="Expiry" error={errors.expiry}>
          {(control) => (
            <TextInput
              {...control}
              autoFocus={focused === 'expiry'}
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder="MM / YY"
              maxLength={9}
              figures
              defaultValue={values.expiry}
            />
          )}
        </Labelled>
        <Labelled name="cvv" label="CVV" error={errors.cvv}>
          {(control) => (
            <TextInput
              {...control}
              {...(retry ? { 'data-blank': '' } : {})}
              autoFocus={focused === 'cvv'}
              inputMode="numeric"
              autoComplete="cc-csc"
              placeholder={CVV_HINT[cvvLengthOf(network)]}
              maxLength={4}
              figures
              defaultValue={values.cvv}
            />
          )}
        </Labelled>
      </div>
      <Labelled name="name" label="Name on card" error={errors.name} optional>
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
