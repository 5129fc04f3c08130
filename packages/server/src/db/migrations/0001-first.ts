import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely'
import type { Store } from '../store.ts'

type Change = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
type Table = CreateTableBuilder<string, string>

const required: Change = (c) => c.notNull()
const unique: Change = (c) => c.notNull().unique()
const to =
  (target: string, onDelete: 'cascade' | 'set null' | 'restrict' = 'cascade', optional = false): Change =>
  (c) => {
    const reference = c.references(`${target}.id`).onDelete(onDelete)
    return optional || onDelete === 'set null' ? reference : reference.notNull()
  }

export async function up(db: Kysely<unknown>, store: Store): Promise<void> {
  const create = async (name: string, build: (table: Table) => Table) => {
    await build(db.schema.createTable(name) as Table).execute()
  }
  const id = (table: Table) =>
    store === 'postgres' ? table.addColumn('id', 'serial', (c) => c.primaryKey()) : table.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
  const texts = (table: Table, ...names: string[]) =>
    names.reduce((t, name) => (name.endsWith('!') ? t.addColumn(name.slice(0, -1), 'text', required) : t.addColumn(name, 'text')), table)
  const numbers = (table: Table, ...names: string[]) =>
    names.reduce((t, name) => (name.endsWith('!') ? t.addColumn(name.slice(0, -1), 'integer', required) : t.addColumn(name, 'integer')), table)
  const flags = (table: Table, standard: boolean, ...names: string[]) =>
    names.reduce((t, name) => t.addColumn(name, 'boolean', (c) => c.notNull().defaultTo(store === 'postgres' ? standard : Number(standard))), table)
  const audit = (table: Table) =>
    table
      .addColumn('created_on', 'text', required)
      .addColumn('changed_on', 'text', required)
      .addColumn('created_by_id', 'integer', to('users', 'set null'))
      .addColumn('changed_by_id', 'integer', to('users', 'set null'))
  const pair = async (name: string, left: [column: string, target: string], right: [column: string, target: string]) => {
    await create(name, (t) =>
      t
        .addColumn(left[0], 'integer', to(left[1]))
        .addColumn(right[0], 'integer', to(right[1]))
        .addPrimaryKeyConstraint(`${name}_pk`, [left[0], right[0]] as never),
    )
    await index(name, right[0])
  }
  const index = async (table: string, ...columns: string[]) => {
    await db.schema
      .createIndex(`${table}_${columns.join('_')}`)
      .on(table)
      .columns(columns)
      .execute()
  }

  // People and what they may do.
  await create('users', (t) =>
    audit(
      flags(
        texts(id(t), 'first_name!', 'last_name!', 'password_hash', 'last_login', 'sessions_valid_from')
          .addColumn('username', 'text', unique)
          .addColumn('email', 'text', unique)
          .addColumn('login_count', 'integer', (c) => c.notNull().defaultTo(0))
          .addColumn('fail_login_count', 'integer', (c) => c.notNull().defaultTo(0)),
        true,
        'active',
      ),
    ),
  )
  await create('roles', (t) => id(t).addColumn('name', 'text', unique))
  await create('permissions', (t) =>
    texts(id(t), 'permission_name!', 'view_name!').addUniqueConstraint('permissions_pair', ['permission_name', 'view_name'] as never),
  )
  await pair('role_permissions', ['role_id', 'roles'], ['permission_id', 'permissions'])
  await pair('user_roles', ['user_id', 'users'], ['role_id', 'roles'])
  await create('sessions', (t) =>
    texts(t.addColumn('id', 'text', (c) => c.primaryKey()).addColumn('user_id', 'integer', to('users')), 'data!', 'created_on!', 'expires_on!'),
  )
  await create('sign_in_links', (t) =>
    texts(t.addColumn('token_hash', 'text', (c) => c.primaryKey()).addColumn('user_id', 'integer', to('users')), 'expires_on!', 'used_on'),
  )
  await create('user_attributes', (t) =>
    texts(
      numbers(
        t.addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade')),
        'welcome_dashboard_id',
      ),
      'avatar_url',
      'settings!',
    ),
  )

  // Databases and datasets.
  await create('databases', (t) =>
    audit(
      flags(
        flags(
          numbers(
            texts(
              id(t).addColumn('uuid', 'text', unique).addColumn('database_name', 'text', unique),
              'uri!',
              'password',
              'configuration_method!',
              'force_ctas_schema',
              'extra!',
              'encrypted_extra',
              'server_cert',
              'external_url',
            ),
            'cache_timeout',
          ),
          true,
          'expose_in_sqllab',
        ),
        false,
        'allow_run_async',
        'allow_file_upload',
        'allow_ctas',
        'allow_cvas',
        'allow_dml',
        'impersonate_user',
        'is_managed_externally',
      ),
    ),
  )
  await create('ssh_tunnels', (t) =>
    audit(
      numbers(
        texts(
          id(t).addColumn('uuid', 'text', unique).addColumn('database_id', 'integer', to('databases')),
          'server_address!',
          'username!',
          'password',
          'private_key',
          'private_key_password',
        ),
        'server_port!',
      ),
    ),
  )
  await create('datasets', (t) =>
    audit(
      flags(
        flags(
          numbers(
            texts(
              id(t).addColumn('uuid', 'text', unique).addColumn('database_id', 'integer', to('databases', 'restrict')),
              'table_name!',
              'schema',
              'catalog',
              'sql',
              'description',
              'main_dttm_col',
              'default_endpoint',
              'template_params',
              'fetch_values_predicate',
              'extra',
              'perm',
              'schema_perm',
              'external_url',
            ),
            'cache_timeout',
          ).addColumn('offset', 'integer', (c) => c.notNull().defaultTo(0)),
          true,
          'filter_select_enabled',
        ),
        false,
        'is_sqllab_view',
        'normalize_columns',
        'always_filter_main_dttm',
        'is_managed_externally',
      ),
    ),
  )
  await index('datasets', 'database_id', 'table_name')
  await create('dataset_columns', (t) =>
    audit(
      flags(
        flags(
          texts(
            id(t).addColumn('uuid', 'text', unique).addColumn('dataset_id', 'integer', to('datasets')),
            'column_name!',
            'verbose_name',
            'description',
            'type',
            'advanced_data_type',
            'expression',
            'python_date_format',
            'extra',
          ),
          true,
          'is_active',
          'filterable',
          'groupby',
        ),
        false,
        'is_dttm',
      ),
    ),
  )
  await index('dataset_columns', 'dataset_id')
  await create('dataset_metrics', (t) =>
    audit(
      texts(
        id(t).addColumn('uuid', 'text', unique).addColumn('dataset_id', 'integer', to('datasets')),
        'metric_name!',
        'verbose_name',
        'description',
        'expression!',
        'metric_type',
        'd3format',
        'currency',
        'warning_text',
        'extra',
      ),
    ),
  )
  await index('dataset_metrics', 'dataset_id')
  await pair('dataset_owners', ['dataset_id', 'datasets'], ['user_id', 'users'])

  // Charts and dashboards.
  await create('charts', (t) =>
    audit(
      flags(
        numbers(
          texts(
            id(t).addColumn('uuid', 'text', unique),
            'slice_name!',
            'description',
            'viz_type!',
            'datasource_type!',
            'datasource_name',
            'params',
            'query_context',
            'perm',
            'schema_perm',
            'certified_by',
            'certification_details',
            'external_url',
            'last_saved_at',
          ),
          'datasource_id!',
          'cache_timeout',
        ).addColumn('last_saved_by_id', 'integer', to('users', 'set null')),
        false,
        'query_context_generation',
        'is_managed_externally',
      ),
    ),
  )
  await index('charts', 'datasource_id')
  await index('charts', 'changed_on')
  await pair('chart_owners', ['chart_id', 'charts'], ['user_id', 'users'])
  await create('dashboards', (t) =>
    audit(
      flags(
        texts(
          id(t)
            .addColumn('uuid', 'text', unique)
            .addColumn('slug', 'text', (c) => c.unique()),
          'dashboard_title',
          'description',
          'position_json',
          'json_metadata',
          'css',
          'certified_by',
          'certification_details',
          'external_url',
        ),
        false,
        'published',
        'is_managed_externally',
      ),
    ),
  )
  await index('dashboards', 'changed_on')
  await pair('dashboard_charts', ['dashboard_id', 'dashboards'], ['chart_id', 'charts'])
  await pair('dashboard_owners', ['dashboard_id', 'dashboards'], ['user_id', 'users'])
  await pair('dashboard_roles', ['dashboard_id', 'dashboards'], ['role_id', 'roles'])
  await create('embedded_dashboards', (t) =>
    audit(texts(t.addColumn('uuid', 'text', (c) => c.primaryKey()).addColumn('dashboard_id', 'integer', to('dashboards')), 'allow_domain_list')),
  )
  await create('filter_sets', (t) =>
    audit(numbers(texts(id(t).addColumn('dashboard_id', 'integer', to('dashboards')), 'name!', 'description', 'owner_type!', 'json_metadata!'), 'owner_id!')),
  )

  // The SQL editor.
  await create('saved_queries', (t) =>
    audit(
      numbers(
        texts(
          id(t)
            .addColumn('uuid', 'text', unique)
            .addColumn('user_id', 'integer', to('users', 'set null'))
            .addColumn('db_id', 'integer', to('databases', 'set null')),
          'schema',
          'catalog',
          'label!',
          'description',
          'sql!',
          'template_parameters',
          'extra_json',
          'last_run',
        ),
        'rows',
      ),
    ),
  )
  await create('queries', (t) =>
    flags(
      ['start_time', 'start_running_time', 'end_time', 'end_result_backend_time'].reduce(
        (table, name) => table.addColumn(name, 'double precision'),
        numbers(
          texts(
            id(t)
              .addColumn('client_id', 'text', unique)
              .addColumn('database_id', 'integer', to('databases'))
              .addColumn('user_id', 'integer', to('users', 'set null')),
            'status!',
            'tab_name',
            'sql_editor_id',
            'schema',
            'catalog',
            'sql!',
            'select_sql',
            'executed_sql',
            'limiting_factor!',
            'ctas_method',
            'tmp_table_name',
            'tmp_schema_name',
            'error_message',
            'results_key',
            'tracking_url',
            'extra_json!',
            'changed_on!',
          ),
          'limit',
          'progress!',
          'rows',
        ),
      ),
      false,
      'select_as_cta',
      'select_as_cta_used',
    ),
  )
  await index('queries', 'user_id', 'changed_on')
  await create('tab_states', (t) =>
    audit(
      flags(
        numbers(
          texts(
            id(t)
              .addColumn('user_id', 'integer', to('users'))
              .addColumn('database_id', 'integer', to('databases', 'set null'))
              .addColumn('saved_query_id', 'integer', to('saved_queries', 'set null')),
            'label',
            'schema',
            'catalog',
            'sql',
            'latest_query_id',
            'template_params',
            'extra_json',
          ),
          'query_limit',
        ),
        false,
        'active',
        'autorun',
        'hide_left_bar',
      ),
    ),
  )
  await create('table_schemas', (t) =>
    audit(
      flags(
        texts(
          id(t).addColumn('tab_state_id', 'integer', to('tab_states')).addColumn('database_id', 'integer', to('databases')),
          'schema',
          'table!',
          'description',
        ),
        false,
        'expanded',
      ),
    ),
  )

  // Small things kept by key.
  await create('key_value', (t) => audit(texts(id(t).addColumn('uuid', 'text', unique), 'resource!', 'value!', 'expires_on')))
  await create('key_value_texts', (t) => texts(id(t), 'value!'))
  await create('favorites', (t) =>
    texts(numbers(id(t).addColumn('user_id', 'integer', to('users')), 'object_id!'), 'class_name!', 'created_on!').addUniqueConstraint('favorites_once', [
      'user_id',
      'class_name',
      'object_id',
    ] as never),
  )
  await create('tags', (t) => audit(numbers(texts(id(t).addColumn('name', 'text', unique), 'description'), 'type!')))
  await create('tagged_objects', (t) =>
    audit(numbers(id(t).addColumn('tag_id', 'integer', to('tags')), 'object_id!', 'object_type!')).addUniqueConstraint('tagged_objects_once', [
      'tag_id',
      'object_id',
      'object_type',
    ] as never),
  )
  await index('tagged_objects', 'object_id', 'object_type')

  // Reports.
  await create('reports', (t) =>
    audit(
      flags(
        numbers(
          texts(
            id(t)
              .addColumn('chart_id', 'integer', to('charts', 'restrict', true))
              .addColumn('dashboard_id', 'integer', to('dashboards', 'restrict', true))
              .addColumn('database_id', 'integer', to('databases', 'restrict', true)),
            'type!',
            'name!',
            'description',
            'context_markdown',
            'crontab!',
            'creation_method!',
            'timezone!',
            'report_format!',
            'sql',
            'last_eval_dttm',
            'last_state!',
            'last_value_row_json',
            'validator_type',
            'validator_config_json!',
            'extra_json!',
          ).addColumn('last_value', 'double precision'),
          'log_retention!',
          'grace_period!',
          'working_timeout!',
          'custom_width',
        ),
        false,
        'active',
        'force_screenshot',
      ),
    ).addUniqueConstraint('reports_name', ['type', 'name'] as never),
  )
  await pair('report_owners', ['report_id', 'reports'], ['user_id', 'users'])
  await create('report_recipients', (t) => audit(texts(id(t).addColumn('report_id', 'integer', to('reports')), 'type!', 'recipient_config_json!')))
  await create('report_logs', (t) =>
    texts(
      id(t).addColumn('uuid', 'text', unique).addColumn('report_id', 'integer', to('reports')),
      'scheduled_dttm!',
      'start_dttm',
      'end_dttm',
      'value_row_json',
      'state!',
      'error_message',
    ).addColumn('value', 'double precision'),
  )

  // Logs, rules, notes, looks.
  await create('logs', (t) =>
    numbers(
      texts(id(t).addColumn('user_id', 'integer', to('users', 'set null')), 'action!', 'json', 'dttm!', 'referrer'),
      'dashboard_id',
      'slice_id',
      'duration_ms',
    ),
  )
  await index('logs', 'user_id', 'dttm')
  await create('row_rules', (t) => audit(texts(id(t).addColumn('name', 'text', unique), 'description', 'filter_type!', 'group_key', 'clause!')))
  await pair('row_rule_datasets', ['row_rule_id', 'row_rules'], ['dataset_id', 'datasets'])
  await pair('row_rule_roles', ['row_rule_id', 'row_rules'], ['role_id', 'roles'])
  await create('annotation_layers', (t) => audit(texts(id(t).addColumn('name', 'text', unique), 'descr')))
  await create('annotations', (t) =>
    audit(
      texts(
        id(t).addColumn('layer_id', 'integer', to('annotation_layers', 'restrict')),
        'short_descr!',
        'long_descr',
        'start_dttm!',
        'end_dttm!',
        'json_metadata',
      ),
    ),
  )
  await create('css_templates', (t) => audit(texts(id(t), 'template_name', 'css')))
  await create('settings', (t) =>
    texts(
      t.addColumn('name', 'text', (c) => c.primaryKey()),
      'value!',
    ),
  )
}
