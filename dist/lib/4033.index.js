export const id = 4033;
export const ids = [4033];
export const modules = {

/***/ 24033:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   readActionInputs: () => (/* binding */ readActionInputs),
/* harmony export */   readSimulateInputs: () => (/* binding */ readSimulateInputs)
/* harmony export */ });
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(72607);
/* harmony import */ var _model_schemas_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(58354);
/* harmony import */ var _input_variable_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2094);



/** Reads the inputs of a `check` step. Throws ConfigError with the input, its value and the allowed values. */
function readActionInputs(env) {
    return readInputs(env, _model_schemas_index_js__WEBPACK_IMPORTED_MODULE_1__.actionInputsSchema);
}
/** Reads the inputs of a `simulate` step. */
function readSimulateInputs(env) {
    return readInputs(env, _model_schemas_index_js__WEBPACK_IMPORTED_MODULE_1__.simulateInputsSchema);
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


/***/ })

};
