import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Database, FileUp, LayoutDashboard, Plus, SquareTerminal, Table2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { may } from '../api/bootstrap.ts'
import { listRows } from '../api/resources.ts'
import { links } from '../links.ts'
import { IconButton } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { MenuEntry } from '../ui/Menu.tsx'
import { mayUpload, openUpload } from '../upload-door.ts'
import { t } from '../words/words.ts'

/** A chart made from a dashboard's page is meant for that dashboard. */
const dashboardIdIn = (path: string): number | undefined => {
  const id = Number(/^\/superset\/dashboard\/(\d+)\//.exec(path)?.[1])
  return Number.isFinite(id) ? id : undefined
}

/** The "+" menu. Whether databases besides the examples exist is asked when it opens. */
export const NewMenu = () => {
  const [wasOpened, setWasOpened] = useState(false)
  const path = useLocation().pathname
  const mayConnect = may('can_write', 'Database')
  const mayDataset = may('can_write', 'Dataset')
  const own = useQuery({
    queryKey: ['database', 'own-count'],
    queryFn: ({ signal }) =>
      listRows('database', { filters: [{ col: 'database_name', opr: 'neq', value: 'examples' }], columns: ['id'], page_size: 1 }, signal),
    enabled: wasOpened && (mayConnect || mayDataset),
  })
  const hasOwnDatabase = own.data === undefined ? undefined : own.data.count > 0

  const data: MenuEntry[] = []
  if (mayConnect && hasOwnDatabase === false)
    data.push({ key: 'database', label: t('shell.new.database'), icon: <Database size={14} />, to: links.databases({ show_database_modal: true }) })
  if (mayDataset && hasOwnDatabase === true) data.push({ key: 'dataset', label: t('shell.new.dataset'), icon: <Table2 size={14} />, to: links.newDataset() })
  if (mayUpload()) data.push({ key: 'upload', label: t('shell.new.upload'), icon: <FileUp size={14} />, onSelect: () => openUpload() })

  const rest: MenuEntry[] = []
  if (may('can_sqllab', 'Superset')) rest.push({ key: 'query', label: t('shell.new.query'), icon: <SquareTerminal size={14} />, to: links.sql({ new: true }) })
  if (may('can_write', 'Chart')) {
    const dashboardId = dashboardIdIn(path)
    rest.push({
      key: 'chart',
      label: t('shell.new.chart'),
      icon: <ChartColumn size={14} />,
      to: links.newChart(dashboardId === undefined ? {} : { dashboard_id: dashboardId }),
    })
  }
  if (may('can_write', 'Dashboard'))
    rest.push({ key: 'dashboard', label: t('shell.new.dashboard'), icon: <LayoutDashboard size={14} />, to: links.newDashboard(), isFullLoad: true })
  if (rest.length === 0 && data.length === 0 && !mayConnect && !mayDataset) return null

  return (
    <Menu
      label={t('shell.create')}
      align="end"
      onOpen={() => setWasOpened(true)}
      items={data.length > 0 ? [{ group: t('shell.new.data') }, ...data, 'divider', ...rest] : rest}
      trigger={(props) => <IconButton {...props} label={t('shell.create')} icon={<Plus size={16} />} />}
    />
  )
}
