export const id = 265;
export const ids = [265,4377];
export const modules = {

/***/ 24033:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   readActionInputs: () => (/* binding */ readActionInputs),
/* harmony export */   readSimulateInputs: () => (/* binding */ readSimulateInputs)
/* harmony export */ });
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(17324);
/* harmony import */ var _model_schemas_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(49722);
/* harmony import */ var _input_variable_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2094);



/** Reads the inputs of a `check` step. Throws ConfigError with the input, its value and the allowed values. */
function readActionInputs(env) {
    return readInputs(env, _model_schemas_index_js__WEBPACK_IMPORTED_MODULE_1__/* .actionInputsSchema */ .vN);
}
/** Reads the inputs of a `simulate` step. */
function readSimulateInputs(env) {
    return readInputs(env, _model_schemas_index_js__WEBPACK_IMPORTED_MODULE_1__/* .simulateInputsSchema */ .p4);
}
function readInputs(env, schema) {
    const names = Object.keys(schema.shape);
    const raw = Object.fromEntries(names.map((name) => [name, (env[(0,_input_variable_js__WEBPACK_IMPORTED_MODULE_2__/* .inputVariable */ .L)(name)] ?? '').trim()]));
    const result = schema.safeParse(raw);
    if (result.success)
        return result.data;
    const issue = result.error.issues[0];
    const name = String(issue?.path[0] ?? '');
    const values = issue?.code === 'invalid_value' ? issue.values.map((value) => `\`${String(value)}\``) : [];
    const advice = values.length > 0 ? `use ${values.join(', ')}` : (issue?.message ?? 'invalid value');
    throw new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL(`the input \`${name}\` is \`${raw[name]}\`: ${advice}`);
}


/***/ }),

/***/ 64377:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   p6: () => (/* binding */ date),
/* harmony export */   w$: () => (/* binding */ datetime)
/* harmony export */ });
/* unused harmony exports time, duration */
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(43759);
/* harmony import */ var _schemas_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(92857);



function datetime(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._isoDateTime */ .G1(_schemas_js__WEBPACK_IMPORTED_MODULE_1__/* .ZodISODateTime */ .You, params);
}
function date(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._isoDate */ .db(_schemas_js__WEBPACK_IMPORTED_MODULE_1__/* .ZodISODate */ .Brp, params);
}
function time(params) {
    return core._isoTime(ZodISOTime, params);
}
function duration(params) {
    return core._isoDuration(ZodISODuration, params);
}


/***/ })

};
