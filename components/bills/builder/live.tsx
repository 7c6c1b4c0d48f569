'use client'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { type Built, build, type Preserved } from '#components/bills/draft/build.ts'
import type { BillDraft, DraftSetting } from '#components/bills/draft/draft.ts'
import type { BillBody } from '#lib/domain/bills/schema.ts'

type Live = { draft: BillDraft; built: Built }

const LiveContext = createContext<Live | null>(null)

type LiveBillProps = {
  control: Control<BillDraft, unknown, BillBody>
  initial: BillDraft
  setting: DraftSetting
  preserved: Preserved
  children: ReactNode
}

/** Adds the bill up again whenever something in the form changes, once for everything that shows a part of it. */
export function LiveBill({ control, initial, setting, preserved, children }: LiveBillProps) {
  const typed = useWatch({ control }) as Partial<BillDraft>
  const live = useMemo(() => {
    const draft = { ...initial, ...typed }
    return { draft, built: build(draft, setting, preserved) }
  }, [typed, initial, setting, preserved])
  return <LiveContext value={live}>{children}</LiveContext>
}

export function useLiveBill(): Live {
  const live = useContext(LiveContext)
  if (!live) throw new Error('This component needs the bill builder around it.')
  return live
}
