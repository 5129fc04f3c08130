/**
 * The engine's build brings functions and tables that read and write files, run statements given as text or show the file's raw pages, and
 * has no guard that could tell them apart. So what is not listed here is closed: the engine is asked for everything it has, and a statement
 * that names something of it that is not in these lists is refused.
 */
const allowedFunctions = new Set(
  (
    '-> ->> abs acos acosh asin asinh atan atan2 atanh atn2 avg bm25 ceil ceiling changes char charindex coalesce concat concat_ws cos cosh cot coth count ' +
    'cume_dist current_date current_time current_timestamp date datetime degrees dense_rank difference exp first_value floor format geopoly_area geopoly_bbox ' +
    'geopoly_blob geopoly_ccw geopoly_contains_point geopoly_group_bbox geopoly_json geopoly_overlap geopoly_regular geopoly_svg geopoly_within geopoly_xform ' +
    'glob group_concat hex highlight ifnull iif instr json json_array json_array_length json_error_position json_extract json_group_array json_group_object ' +
    'json_insert json_object json_patch json_quote json_remove json_replace json_set json_type json_valid jsonb jsonb_array jsonb_extract jsonb_group_array ' +
    'jsonb_group_object jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set julianday lag last_insert_rowid last_value lead leftstr ' +
    'length like likelihood likely ln log log10 log2 lower lower_quartile ltrim match matchinfo max median min mod mode nth_value ntile nullif octet_length ' +
    'offsets padc padl padr percent_rank pi power pow printf proper quote radians random randomblob rank regexp regexpi replace replicate reverse rightstr round ' +
    'row_number rtrim sha3 sign sin sinh snippet soundex sqlite_version sqrt square stdev strfilter strftime string_agg substr substring subtype sum tan tanh ' +
    'time timediff total total_changes trim trunc typeof unhex unicode unixepoch unlikely upper upper_quartile uuid uuid_blob uuid_str variance vector vector_distance_cos ' +
    'vector_distance_l2 vector_extract vector1bit vector16 vector32 vector64 vector8 vectorb16 zeroblob'
  ).split(' '),
)

const allowedTables = new Set('fts3 fts4 fts5 generate_series geopoly json_each json_tree rtree rtree_i32 vector_top_k'.split(' '))

/** Closed whatever the engine says it has: it makes these tables only when they are first named. */
const alwaysClosed = ['fsdir', 'load_extension', 'readfile', 'writefile', 'edit', 'sha3_query', 'sqlite_dbpage', 'sqlite_stmt', 'dbstat', 'carray']

export function closedNamesOf(functions: readonly string[], tables: readonly string[]): ReadonlySet<string> {
  return new Set([
    ...alwaysClosed,
    ...functions.map((name) => name.toLowerCase()).filter((name) => !allowedFunctions.has(name)),
    ...tables.map((name) => name.toLowerCase()).filter((name) => !allowedTables.has(name)),
  ])
}

/** The first name of a statement that it may not have. */
export function closedNameIn(names: ReadonlySet<string>, closed: ReadonlySet<string>): string | undefined {
  for (const name of names) if (closed.has(name) || name.startsWith('pragma_') || name.startsWith('sqlite3mc_')) return name
  return undefined
}
