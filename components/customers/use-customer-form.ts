'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useRouter } from 'next/navigation'
import { useActionState, useEffect, useState, useTransition } from 'react'
import { type FieldPath, type Resolver, useForm, useWatch } from 'react-hook-form'
import { toast } from '#components/ui/toast.tsx'
import { CustomerFields, MEMBERS } from '#lib/domain/customers/schema.ts'
import { changesBetween } from '#lib/values/changes.ts'
import { randomText } from '#lib/values/id.ts'
import { useContactHint } from './contact-hint.ts'
import {
  type CustomerActions,
  type CustomerFormValues,
  type CustomerRefusal,
  membersOf,
  type SeenCustomer,
  valuesOf,
} from './customer-form-state.ts'

export type CustomerFormProps = {
  /** The customer that is edited, with its number as people read it; left out for a new one. */
  edited?: { id: string; phone: string | null }
  /** The customer as it was when the form was opened. */
  seen: SeenCustomer
  /** For a browser without script; with it every opening of the form makes one of its own. */
  idempotencyKey: string
  actions: CustomerActions
}

/** What stands in the form, what is wrong with it, what it would change, and the way to save it. */
export function useCustomerForm({ edited, seen, idempotencyKey, actions }: CustomerFormProps) {
  const [answered, sendPlainly] = useActionState(actions.savePlainly, {
    values: {},
    idempotency_key: idempotencyKey,
  })
  const initial = { ...valuesOf(seen), ...(edited?.phone ? { contact: edited.phone } : {}) }
  const form = useForm<CustomerFormValues, unknown, CustomerFields>({
    defaultValues: initial,
    resolver,
    mode: 'onTouched',
  })
  const { key, refusal, going, send } = useSending(actions, edited, seen, answered)
  const shown = { ...initial, ...useWatch({ control: form.control }) } as CustomerFormValues
  const hint = useContactHint({ contact: shown.contact, email: shown.email, except: edited?.id })
  const { errors, isSubmitting } = form.formState

  async function save() {
    const refused = await send(form.getValues())
    if (refused && isField(refused.field))
      form.setError(refused.field, { message: refused.description }, { shouldFocus: true })
  }

  return {
    form,
    initial,
    answered,
    sendPlainly,
    key,
    hint,
    pending: isSubmitting || going,
    onSubmit: form.handleSubmit(save),
    changes: changesBetween(MEMBERS, seen, afterwards(shown, initial, seen, hint?.contact?.kept)),
    /** Why it was refused as a whole; what is wrong with a field stands there. */
    refusal: refusal && !isField(refusal.field) ? refusal : undefined,
    error: (name: keyof CustomerFormValues) =>
      errors[name]?.message?.toString() ?? (refusal?.field === name ? refusal.description : undefined),
  }
}

/** Sends the form, once for each opening of it, and leads to the customer. @returns why not */
function useSending(
  actions: CustomerActions,
  edited: CustomerFormProps['edited'],
  seen: SeenCustomer,
  answered: { idempotency_key: string; error?: CustomerRefusal | undefined },
) {
  const router = useRouter()
  const [key, setKey] = useState(answered.idempotency_key)
  const [refusal, setRefusal] = useState<CustomerRefusal | undefined>(answered.error)
  const [going, startTransition] = useTransition()
  // Coming back to the form is opening it again: a double click saves once, another form once more.
  useEffect(() => setKey(randomText(32)), [])

  async function send(values: CustomerFormValues): Promise<CustomerRefusal | undefined> {
    setRefusal(undefined)
    const asked = edited && { id: edited.id, seen }
    const result = await actions.save(membersOf(values), key, asked).catch(() => null)
    if (result) setKey(randomText(32))
    if (result?.ok) {
      toast(edited ? 'Customer saved' : 'Customer created')
      startTransition(() => router.push(`/customers/${result.value.id}`))
      return undefined
    }
    // Whether it arrived is not known: the key stays, so that sending it again does it once.
    const refused = result?.error ?? LOST
    setRefusal(refused)
    return refused
  }
  return { key, refusal, going, send }
}

const LOST: CustomerRefusal = {
  reason: 'unreachable',
  description: 'Connection lost. Try again; the change is saved only once.',
  request_id: '',
}

const judge = zodResolver(CustomerFields as never) as unknown as Resolver<
  CustomerFormValues,
  unknown,
  CustomerFields
>

/** The schema of the interface judges what would be sent, not what stands in the fields. */
const resolver: Resolver<CustomerFormValues, unknown, CustomerFields> = async (values, context, options) => {
  const members = membersOf(values)
  const none = members.name === null && members.email === null && members.contact === null
  // Whoever goes past an empty name is about to write an e-mail: only sending all of it tells.
  if (none && (options.names?.length ?? 0) > 1)
    return { values: {}, errors: { name: { type: 'needed', message: NEEDED } } }
  return judge(members as CustomerFormValues, context, options)
}
const NEEDED = 'Enter a name, email or phone number.'

/** What the form makes of the customer: the number and the GSTIN as they will be kept. */
function afterwards(
  values: CustomerFormValues,
  initial: CustomerFormValues,
  seen: SeenCustomer,
  kept: string | undefined,
) {
  const members = membersOf(values)
  const untouched = values.contact === initial.contact
  return {
    ...members,
    contact: untouched ? seen.contact : members.contact && (kept ?? members.contact),
    gstin: members.gstin?.toUpperCase() ?? null,
  }
}

function isField(name: string | undefined): name is FieldPath<CustomerFormValues> {
  return name !== undefined && (MEMBERS as readonly string[]).includes(name)
}
