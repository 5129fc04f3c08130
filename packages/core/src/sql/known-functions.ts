/**
 * Functions that make a value from their arguments and read nothing else. A call of any other name may be a function that somebody wrote in the
 * database, and such a function may read any table: then what the statement reads is not proven. Names in lower case.
 */
const common = `
  abs avg cast ceil ceiling coalesce concat count cume_dist dense_rank exp extract first_value floor greatest lag last_value lead least left
  length ln lower ltrim max min mod ntile nullif overlay percent_rank position power rank repeat replace reverse right round row_number rtrim
  sqrt stddev substr substring sum trim try_cast upper variance`

const postgresql = `
  abbrev acos acosd acosh age any_value area array_agg array_append array_cat array_dims array_fill array_length array_lower array_ndims
  array_position array_positions array_prepend array_remove array_replace array_sample array_shuffle array_to_json array_to_string
  array_to_tsvector array_upper ascii asin asind asinh atan atan2 atan2d atand atanh bit_and bit_count bit_length bit_or bit_xor bool bool_and
  bool_or box broadcast btrim cardinality cbrt center char_length character_length chr circle clock_timestamp concat_ws convert convert_from
  convert_to corr cos cosd cosh cot cotd covar_pop covar_samp current_date current_time current_timestamp date date_add date_bin date_part
  date_subtract date_trunc datemultirange daterange decode degrees diagonal diameter div encode enum_first enum_last enum_range erf every
  factorial family float4 float8 format gamma gcd gen_random_uuid generate_series generate_subscripts get_bit get_byte grouping height host
  hostmask inet_merge inet_same_family initcap int4 int8 is_normalized isclosed isempty isfinite ishorizontal isopen isparallel isperp
  isvertical json_agg json_array_elements json_array_elements_text json_array_length json_build_array json_build_object json_each
  json_each_text json_extract_path json_extract_path_text json_object json_object_agg json_object_keys json_populate_record json_strip_nulls
  json_to_record json_to_tsvector json_typeof jsonb_agg jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array
  jsonb_build_object jsonb_each jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_agg
  jsonb_object_keys jsonb_path_exists jsonb_path_exists_tz jsonb_path_match jsonb_path_match_tz jsonb_path_query jsonb_path_query_array
  jsonb_path_query_array_tz jsonb_path_query_first jsonb_path_query_first_tz jsonb_populate_record jsonb_pretty jsonb_set jsonb_set_lax
  jsonb_strip_nulls jsonb_to_record jsonb_to_tsvector jsonb_typeof justify_days justify_hours justify_interval lcm line localtime
  localtimestamp log log10 lower_inc lower_inf lpad lseg make_date make_interval make_time make_timestamp make_timestamptz masklen md5
  min_scale mode multirange netmask network normalize now npoints nth_value num_nonnulls num_nulls numeric nummultirange numrange octet_length
  overlaps parse_ident pclose percentile_cont percentile_disc pg_column_size pg_size_pretty pg_typeof phraseto_tsquery pi plainto_tsquery point
  polygon popen pow quote_ident quote_literal quote_nullable radians radius random random_normal range_agg range_intersect_agg range_merge
  regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr
  regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy row_to_json rpad scale set_bit set_byte
  set_masklen setweight sha224 sha256 sha384 sha512 sign sin sind sinh slope split_part starts_with statement_timestamp stddev_pop stddev_samp
  string_agg string_to_array string_to_table strip strpos tan tand tanh timeofday timestamp timestamptz timezone to_ascii to_char to_date
  to_hex to_json to_jsonb to_number to_regtype to_timestamp to_tsquery to_tsvector transaction_timestamp translate trim_array trim_scale trunc
  ts_headline ts_rank ts_rank_cd tsquery_phrase tsrange tstzmultirange tstzrange tsvector_to_array unistr unnest upper_inc upper_inf var_pop
  var_samp version websearch_to_tsquery width width_bucket xml_is_well_formed xml_is_well_formed_content xml_is_well_formed_document xmlagg
  xmlcomment xmlexists xmlvalidate xpath xpath_exists`

const duckdb = `
  acos acosh add age aggregate ago alias any_value apply approx_count_distinct approx_quantile approx_top_k arbitrary arg_max arg_max_null
  arg_max_nulls_last arg_min arg_min_null arg_min_nulls_last argmax argmin array_agg array_aggr array_aggregate array_append array_apply
  array_cat array_concat array_contains array_cosine_distance array_cosine_similarity array_cross_product array_distance array_distinct
  array_dot_product array_extract array_filter array_grade_up array_has array_has_all array_has_any array_indexof array_inner_product
  array_intersect array_length array_negative_dot_product array_negative_inner_product array_pop_back array_pop_front array_position
  array_prepend array_push_back array_push_front array_reduce array_resize array_reverse array_reverse_sort array_select array_slice array_sort
  array_to_json array_to_string array_to_string_comma_default array_transform array_unique array_value array_where array_zip ascii asin asinh
  atan atan2 atanh bar base64 bin bit_and bit_count bit_length bit_or bit_position bit_xor bitstring bitstring_agg bool_and bool_or cardinality
  cbrt century char_length character_length chr columns combine concat_ws constant_or_null contains corr cos cosh cot count_if count_star
  countif covar_pop covar_samp current_date current_timestamp damerau_levenshtein date_add date_diff date_part date_sub date_trunc datediff
  datepart datesub datetrunc day dayname dayofmonth dayofweek dayofyear days_in_month decade decode degrees divide editdist3 element_at encode
  ends_with entropy epoch epoch_ms epoch_ns epoch_us equi_width_bins era even factorial favg fdiv fill filter finalize first flatten fmod
  format format_bytes format_type from_base64 from_binary from_hex from_json from_json_strict fsum gamma gcd gen_random_uuid generate_series
  generate_subscripts geomean geometric_mean get_bit get_current_time get_current_timestamp get_type grade_up greatest_common_divisor
  group_concat grouping grouping_id hamming hash hex histogram histogram_exact hour ilike_escape instr is_histogram_other_bin isfinite isinf
  isnan isodow isoyear jaccard jaro_similarity jaro_winkler_similarity json json_array json_array_length json_contains json_each json_exists
  json_extract json_extract_path json_extract_path_text json_extract_string json_group_array json_group_object json_group_structure json_keys
  json_merge_patch json_object json_pretty json_quote json_structure json_transform json_transform_strict json_tree json_type json_valid
  json_value julian kahan_sum kurtosis kurtosis_pop last last_day lcase lcm least_common_multiple left_grapheme len length_grapheme levenshtein
  lgamma like_escape list list_aggr list_aggregate list_any_value list_append list_apply list_approx_count_distinct list_avg list_bit_and
  list_bit_or list_bit_xor list_bool_and list_bool_or list_cat list_concat list_contains list_cosine_distance list_cosine_similarity list_count
  list_distance list_distinct list_dot_product list_element list_entropy list_extract list_filter list_first list_grade_up list_has
  list_has_all list_has_any list_histogram list_indexof list_inner_product list_intersect list_kurtosis list_kurtosis_pop list_last list_mad
  list_max list_median list_min list_mode list_negative_dot_product list_negative_inner_product list_pack list_position list_prepend
  list_product list_reduce list_resize list_reverse list_reverse_sort list_select list_sem list_skewness list_slice list_sort list_stddev_pop
  list_stddev_samp list_string_agg list_sum list_transform list_unique list_value list_var_pop list_var_samp list_where list_zip listagg log
  log10 log2 lpad mad make_date make_time make_timestamp make_timestamp_ms make_timestamp_ns make_timestamptz map map_concat map_contains
  map_contains_entry map_contains_value map_entries map_extract map_extract_value map_from_entries map_keys map_values max_by md5 md5_number
  md5_number_lower md5_number_upper mean median microsecond millennium millisecond min_by minute mismatches mode month monthname multiply
  nanosecond nextafter nfc_normalize normalized_interval not_ilike_escape not_like_escape now nth_value octet_length ord parse_dirname
  parse_dirpath parse_filename parse_formatted_bytes parse_path pi pow printf product quantile quantile_cont quantile_disc quarter radians
  random range rank_dense reduce regexp_escape regexp_extract regexp_extract_all regexp_full_match regexp_matches regexp_replace
  regexp_split_to_array regexp_split_to_table regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy
  reservoir_quantile right_grapheme round_even roundbankers row row_to_json rpad second sem set_bit sha1 sha256 sign signbit sin sinh skewness
  split split_part st_asbinary st_astext st_aswkb st_aswkt st_geomfromwkb st_intersects_extent starts_with stddev_pop stddev_samp str_split
  str_split_regex strftime string_agg string_split string_split_regex string_to_array strip_accents strlen strpos strptime struct_concat
  struct_contains struct_extract struct_extract_at struct_has struct_indexof struct_insert struct_keys struct_pack struct_position
  struct_update struct_values substring_grapheme subtract suffix sum_no_overflow sumkahan switch tan tanh time_bucket timetz_byte_comparable
  timezone timezone_hour timezone_minute to_base to_base64 to_binary to_centuries to_days to_decades to_hex to_hours to_json to_microseconds
  to_millennia to_milliseconds to_minutes to_months to_quarters to_seconds to_timestamp to_weeks to_years today transaction_timestamp translate
  trunc try_strptime typeof ucase unbin unhex unicode union_extract union_tag union_value unnest unpivot_list url_decode url_encode user uuid
  uuid_extract_timestamp uuid_extract_version uuidv4 uuidv7 var_pop var_samp variant_extract variant_normalize variant_typeof version wavg week
  weekday weekofyear weighted_avg xor year yearweek`

const mysql = `
  acos add_months adddate addtime any_value ascii asin atan atan2 bin bin_to_uuid bit_and bit_count bit_length bit_or bit_xor char_length
  character_length charset chr coercibility collation column_get concat_ws conv convert convert_tz cos cot crc32 curdate current_date
  current_time current_timestamp curtime date date_add date_format date_sub datediff day dayname dayofmonth dayofweek dayofyear degrees elt
  export_set extractvalue field find_in_set format from_base64 from_days from_unixtime group_concat grouping hex hour ifnull inet6_aton
  inet6_ntoa inet_aton inet_ntoa insert instr is_ipv4 is_ipv6 is_uuid isnull json_array json_array_append json_array_insert json_arrayagg
  json_compact json_contains json_contains_path json_depth json_detailed json_equals json_exists json_extract json_insert json_keys json_length
  json_loose json_merge json_merge_patch json_merge_preserve json_normalize json_object json_objectagg json_overlaps json_pretty json_query
  json_quote json_remove json_replace json_search json_set json_table json_type json_unquote json_valid json_value last_day lcase localtime
  localtimestamp locate log log10 log2 lpad make_set makedate maketime md5 median microsecond mid minute month monthname natural_sort_key now
  nth_value nvl nvl2 oct octet_length ord percentile_cont percentile_disc period_add period_diff pi pow quarter quote radians rand random_bytes
  regexp_instr regexp_like regexp_replace regexp_substr rpad sec_to_time second sformat sha sha1 sha2 sign sin soundex space std stddev_pop
  stddev_samp str_to_date strcmp subdate substring_index subtime sysdate tan time time_format time_to_sec timediff timestamp timestampadd
  timestampdiff to_base64 to_char to_days to_seconds truncate ucase unhex unix_timestamp updatexml utc_date utc_time utc_timestamp uuid
  uuid_to_bin var_pop var_samp version week weekday weekofyear weight_string year yearweek`

const sqlite = `
  acos acosh asin asinh atan atan2 atanh changes char concat_ws cos cosh current_date current_time current_timestamp date datetime degrees
  format glob group_concat hex if ifnull iif instr json json_array json_array_length json_each json_error_position json_extract
  json_group_array json_group_object json_insert json_object json_patch json_pretty json_quote json_remove json_replace json_set json_tree
  json_type json_valid jsonb jsonb_array jsonb_extract jsonb_group_array jsonb_group_object jsonb_insert jsonb_object jsonb_patch jsonb_remove
  jsonb_replace jsonb_set julianday like likelihood likely log log10 log2 nth_value octet_length pi pow printf quote radians random randomblob
  sign sin sinh soundex sqlite_version strftime string_agg tan tanh time timediff total trunc typeof unhex unicode unixepoch unlikely zeroblob`

const clickhouse = `
  accuratecast accuratecastordefault accuratecastornull acos acosh adddays addhours addinterval addminutes addmonths addquarters addseconds
  addweeks addyears age any anyheavy anylast appendtrailingcharifabsent argmax argmin ascii asin asinh assumenotnull atan atan2 atanh
  avgweighted bar base58decode base58encode base64decode base64encode between bin boundingratio casewithexpression cbrt char
  char_length character_length cityhash64 concat_ws concatassumeinjective contingency corr corrstable cos cosh cosinedistance countdigits
  countequal countsubstrings covarpop covarsamp cramersv crc32 crc64 cutfragment cutquerystring cuturlparameter cutwww date date_add date_diff
  date_format date_sub date_trunc dateadd datediff datename datesub day dayname dayofmonth dayofweek dayofyear decodeurlcomponent
  decodexmlcomponent degrees deltasum deltasumtimestamp divide domain domainwithoutwww dumpcolumnstructure e empty emptytonull
  encodeurlcomponent endswith entropy equals erf erfc exp10 exp2 exponentialmovingaverage extractall extractallgroups
  extractgroups extracturlparameter farmhash64 finalizeaggregation firstsignificantsubdomain flatten format formatdatetime
  formatreadabledecimalsize formatreadablequantity formatreadablesize formatreadabletimedelta fragment fromunixtimestamp
  fromunixtimestamp64micro fromunixtimestamp64milli fromunixtimestamp64nano fuzzbits gcd generateuuidv4 geodistance geohashdecode geohashencode
  greatcircleangle greatcircledistance greater greaterorequals grouparray grouparrayinsertat grouparraymovingavg grouparraymovingsum
  grouparraysample grouparraysorted groupbitand groupbitmap groupbitor groupbitxor grouping groupuniqarray halfmd5 has hasall hasany
  hassubsequence hassubstr hastoken hastokencaseinsensitive hex histogram hour hypot identity if ifnotfinite ifnull ilike initcap
  initcaputf8 intdiv intdivorzero intervallengthsum inttohash64 ipv4cidrtorange ipv4numtostring ipv4stringtonum ipv6numtostring ipv6stringtonum
  isconstant isfinite isinfinite isipaddressinrange isipv4string isipv6string isnan isnotnull isnull isvalidjson isvalidutf8 iszeroornull
  javahash kurtpop kurtsamp laginframe lcm leadinframe leftpad leftpadutf8 lengthutf8 less lessorequals levenshteindistance lgamma like locate
  log log10 log1p log2 lowerutf8 makedate makedate32 makedatetime makedatetime64 mannwhitneyutest map mapadd mapcontains mapkeys mapsubtract
  mapvalues match materialize maxmap mean median medianexact metrohash64 mid minmap minus minute modulo moduloorzero month monthname
  multifuzzymatchany multiif multimatchallindices multimatchany multimatchanyindex multiply multisearchallpositions multisearchany
  multisearchfirstindex multisearchfirstposition murmurhash2_32 murmurhash2_64 murmurhash3_128 murmurhash3_32 murmurhash3_64 neighbor netloc
  ngramdistance ngrams ngramsearch notempty notequals notilike notlike now now64 nth_value numbers octet_length parsedatetime
  parsedatetimebesteffort parsedatetimebesteffortornull parsedatetimebesteffortorzero path pathfull pi plus pointinellipses pointinpolygon port
  positioncaseinsensitive pow protocol quantile quantiledeterministic quantileexact quantileexacthigh quantileexactlow quantileexactweighted
  quantiles quantilesexact quantilestdigest quantiletdigest quantiletiming quarter querystring querystringandfragment radians rand rand32
  rand64 randcanonical randomfixedstring randomprintableascii randomstring randomstringutf8 range rankcorr regexpextract regexpquotemeta
  reinterpret replaceall replaceone replaceregexpall replaceregexpone retention reverseutf8 rightpad rightpadutf8 roundage roundbankers
  rounddown roundduration roundtoexp2 rownumberinallblocks rownumberinblock runningaccumulate runningdifference second sequencecount
  sequencematch sequencenextnode sign simplelinearregression sin sinh siphash128 siphash64 skewpop skewsamp soundex space splitbychar
  splitbynonalpha splitbyregexp splitbystring splitbywhitespace startofday startswith stddevpop stddevpopstable stddevsamp stddevsampstable
  stem stochasticlinearregression stringtoh3 studentttest subdate substringindex substringutf8 subtractdays subtracthours subtractminutes
  subtractmonths subtractquarters subtractseconds subtractweeks subtractyears sumcount sumkahan summap summapwithoverflow sumwithoverflow 
  tan tanh tgamma theilsu timeslot timeslots timezone timezoneof timezoneoffset today tokens topk topkweighted topleveldomain
  toyear transform translate translateutf8 trimboth trimleft trimright trunc truncate tuple tupleelement tuplehammingdistance tupleplus typeof
  unhex uniq uniqcombined uniqcombined64 uniqexact uniqhll12 uniqtheta unixtimestamp upperutf8 uuidnumtostring uuidstringtonum
  validatenestedarraysizes varpop varpopstable varsamp varsampstable version visiblewidth week welchttest windowfunnel wyhash64 xor xxhash32
  xxhash64 year yesterday yyyymmddtodate`

const trino = `
  acos all_match any_match any_value approx_distinct approx_most_frequent approx_percentile approx_set arbitrary array_agg array_distinct
  array_except array_first array_histogram array_intersect array_join array_last array_max array_min array_position array_remove array_sort
  array_union arrays_overlap asin at_timezone atan atan2 bar beta_cdf bing_tile bit_count bitwise_and bitwise_and_agg bitwise_left_shift
  bitwise_not bitwise_or bitwise_or_agg bitwise_right_shift bitwise_xor bitwise_xor_agg bool_and bool_or cardinality cbrt char2hexint checksum
  chr codepoint color combinations concat_ws contains contains_sequence convex_hull_agg corr cos cosh cosine_distance cosine_similarity
  count_if covar_pop covar_samp crc32 current_date current_time current_timestamp date date_add date_diff date_format date_parse date_trunc day
  day_of_month day_of_week day_of_year degrees dot_product dow doy e element_at empty_approx_set euclidean_distance every filter flatten format
  format_datetime format_number from_base from_base32 from_base64 from_base64url from_big_endian_32 from_big_endian_64 from_hex from_ieee754_32
  from_ieee754_64 from_iso8601_date from_iso8601_timestamp from_iso8601_timestamp_nanos from_unixtime from_unixtime_nanos from_utf8
  geometric_mean grouping hamming_distance hash_counts histogram hmac_md5 hmac_sha1 hmac_sha256 hmac_sha512 hour human_readable_seconds if
  infinity is_finite is_infinite is_json_scalar is_nan jaccard_index json_array json_array_contains json_array_get json_array_length
  json_exists json_extract json_extract_scalar json_format json_object json_parse json_query json_size json_value kurtosis last_day_of_month
  levenshtein_distance listagg localtime localtimestamp log log10 log2 lpad luhn_check make_set_digest map map_agg map_concat map_entries
  map_filter map_from_entries map_keys map_union map_values map_zip_with max_by md5 merge merge_set_digest millisecond min_by minute month
  multimap_agg multimap_from_entries murmur3 nan ngrams none_match normal_cdf normalize now nth_value numeric_histogram objectid_timestamp
  parse_data_size parse_datetime parse_duration pi pow qdigest_agg quantile_at_value quarter radians rand random reduce reduce_agg regexp_count
  regexp_extract regexp_extract_all regexp_like regexp_position regexp_replace regexp_split regr_avgx regr_avgy regr_count regr_intercept
  regr_r2 regr_slope regr_sxx regr_sxy regr_syy render rgb row rpad second sequence sha1 sha256 sha512 shuffle sign sin sinh skewness slice
  soundex split split_part split_to_map split_to_multimap spooky_hash_v2_32 spooky_hash_v2_64 starts_with stddev_pop stddev_samp strpos tan
  tanh tdigest_agg timestamp_objectid timezone timezone_hour timezone_minute to_base to_base32 to_base64 to_base64url to_big_endian_32
  to_big_endian_64 to_char to_date to_hex to_ieee754_32 to_ieee754_64 to_iso8601 to_milliseconds to_timestamp to_unixtime to_utf8 transform
  transform_keys transform_values translate trim_array truncate try typeof unnest url_decode url_encode url_extract_fragment url_extract_host
  url_extract_parameter url_extract_path url_extract_port url_extract_protocol url_extract_query uuid value_at_quantile values_at_quantiles
  var_pop var_samp version week week_of_year weekday width_bucket wilson_interval_lower wilson_interval_upper with_timezone word_stem xxhash64
  year year_of_week yow zip zip_with`

/** ClickHouse names its conversions, arrays, maps, JSON and combined aggregates after patterns. */
const clickhousePatterns =
  /^(?:to(?:u?int\d+|float\d+|decimal\w+|date\w*|start\w+|string\w*|unix\w+|year\w*|month\w*|day\w*|hour\w*|minute|second|monday|quarter|relative\w+|week|iso\w+|yyyy\w+|interval\w+|type\w+|nullable|lowcardinality|fixedstring|uuid\w*|ipv[46]\w*|bool|json\w*|timezone|timestamp\w*|validutf8|valid\w+)|array\w*|map[a-z]+|json\w*|simplejson\w*|visitparam\w*|bit[a-z]+|h3\w+|s2\w+|tuple\w+|parsedatetime\w*|reinterpretas\w+|sha\d+|md5|l[12p]\w*(?:norm|distance)|(?:any|anylast|argmax|argmin|avg|count|grouparray|groupuniqarray|max|median|min|quantile\w*|stddevpop|stddevsamp|sum|uniq\w*|varpop|varsamp)(?:if|array|map|ornull|ordefault|distinct|state|merge|foreach|resample)+)$/

const listOf = (...texts: readonly string[]): ReadonlySet<string> => new Set(texts.flatMap((text) => text.trim().split(/\s+/)))

const known: Readonly<Record<string, ReadonlySet<string>>> = {
  postgresql: listOf(common, postgresql),
  duckdb: listOf(common, duckdb),
  mysql: listOf(common, mysql),
  sqlite: listOf(common, sqlite),
  clickhouse: listOf(common, clickhouse),
  trino: listOf(common, trino),
}

export function isKnownFunction(dialectId: string, name: string): boolean {
  const small = name.toLowerCase()
  return (known[dialectId]?.has(small) ?? false) || (dialectId === 'clickhouse' && clickhousePatterns.test(small))
}
