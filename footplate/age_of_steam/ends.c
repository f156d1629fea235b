/* The look of track._open_ends at the sides of a board, for machines with a compiler.

   It knows bytes and numbers and no rule: what counts as track and what as nothing it is told. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

static PyObject *open_ends(PyObject *self, PyObject *args) {
    Py_buffer rail;
    PyObject *across;
    unsigned char owner, empty;
    if (!PyArg_ParseTuple(args, "y*O!bb", &rail, &PyTuple_Type, &across, &owner, &empty)) return NULL;
    const unsigned char *lies = rail.buf;
    Py_ssize_t size = rail.len < PyTuple_GET_SIZE(across) ? rail.len : PyTuple_GET_SIZE(across);
    PyObject *out = PyList_New(0);
    for (Py_ssize_t side = 0; out != NULL && side < size; side++) {
        const unsigned char *found = memchr(lies + side, owner, (size_t)(size - side));
        if (found == NULL) break;
        side = found - lies;
        Py_ssize_t facing = PyLong_AsSsize_t(PyTuple_GET_ITEM(across, side));
        int failed = facing == -1 && PyErr_Occurred();
        if (!failed && (facing < 0 || facing >= rail.len)) {
            PyErr_SetString(PyExc_IndexError, "a side lies across one that is not there");
            failed = 1;
        }
        if (!failed && lies[facing] == empty) {
            PyObject *number = PyLong_FromSsize_t(side);
            failed = number == NULL || PyList_Append(out, number) < 0;
            Py_XDECREF(number);
        }
        if (failed) Py_CLEAR(out);
    }
    PyBuffer_Release(&rail);
    return out;
}

static PyMethodDef methods[] = {
    {"open_ends", open_ends, METH_VARARGS, "open_ends(rail, across, owner, empty): see track._open_ends."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "ends", "The look for open ends, compiled.", -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_ends(void) { return PyModule_Create(&module); }
