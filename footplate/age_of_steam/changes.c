/* The comparison of offers._changes, step by step the same, for machines with a compiler.

   It knows bytes and numbers and no rule: in which numbers each byte stands, and where, it is told. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

#define BLOCK 16           /* bytes that are compared at once */

#if SIZEOF_SIZE_T < 8
#error "The numbers have 52 bits."
#endif

/* Add a difference to the numbers in which a byte stands, and note which they are. */
static int count(PyObject *counts, Py_ssize_t more, PyObject *numbers, PyObject *changed) {
    if (!PyTuple_Check(counts)) {
        PyErr_SetString(PyExc_TypeError, "what a byte touches is a tuple of pairs");
        return -1;
    }
    for (Py_ssize_t n = 0; n < PyTuple_GET_SIZE(counts); n++) {
        PyObject *pair = PyTuple_GET_ITEM(counts, n);
        PyObject *at = PyTuple_GetItem(pair, 0), *bits = PyTuple_GetItem(pair, 1);
        if (at == NULL || bits == NULL) return -1;
        Py_ssize_t place = PyLong_AsSsize_t(at);
        if (place == -1 && PyErr_Occurred()) return -1;
        PyObject *old = PyList_GetItem(numbers, place);
        if (old == NULL) return -1;
        Py_ssize_t number = PyLong_AsSsize_t(old), shift = PyLong_AsSsize_t(bits);
        if ((number == -1 || shift == -1) && PyErr_Occurred()) return -1;
        PyObject *new = PyLong_FromSsize_t(number + more * ((Py_ssize_t)1 << shift));
        if (new == NULL || PyList_SetItem(numbers, place, new) < 0 || PySet_Add(changed, at) < 0) return -1;
    }
    return 0;
}

static PyObject *changes(PyObject *self, PyObject *args) {
    const char *before, *after;
    Py_ssize_t size, other;
    PyObject *touches, *numbers, *changed;
    if (!PyArg_ParseTuple(args, "y#y#O!O!", &before, &size, &after, &other, &PyTuple_Type, &touches,
                          &PyList_Type, &numbers))
        return NULL;
    if (size != other || size > PyTuple_GET_SIZE(touches)) {
        PyErr_SetString(PyExc_ValueError, "both are as long as the list of what each byte touches");
        return NULL;
    }
    changed = PySet_New(NULL);
    for (Py_ssize_t first = 0; changed != NULL && first < size; first += BLOCK) {
        Py_ssize_t end = first + BLOCK < size ? first + BLOCK : size;
        if (!memcmp(before + first, after + first, (size_t)(end - first))) continue;
        for (Py_ssize_t at = first; changed != NULL && at < end; at++) {
            Py_ssize_t more = (Py_ssize_t)(unsigned char)after[at] - (unsigned char)before[at];
            if (more && count(PyTuple_GET_ITEM(touches, at), more, numbers, changed) < 0) Py_CLEAR(changed);
        }
    }
    return changed;
}

static PyMethodDef methods[] = {
    {"changes", changes, METH_VARARGS, "changes(before, after, touches, numbers): see offers._changes."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "changes", "The comparison of grounds, compiled.", -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_changes(void) { return PyModule_Create(&module); }
